import { expect, test } from 'vitest';
import { parseFailure } from '../../lib/api/failure.ts';
import { parseCurrent, parseOverlap } from './appointment-cache.ts';
import { makeDoctorAppointment } from './testing/records.ts';

const overlap = {
  patientName: 'Bruno Salas',
  startsAt: '2026-11-06T17:00:00.000Z',
  endsAt: '2026-11-06T17:30:00.000Z',
  freeTimes: ['2026-11-06T17:30:00.000Z'],
};

const rejection = (code: string, details?: unknown) =>
  parseFailure({ status: 409, code, errorMessage: 'x', ...(details !== undefined && { details }) });

test('an overlap has the other appointment and the free times', () => {
  expect(parseOverlap(rejection('APPOINTMENT_OVERLAP', overlap))).toEqual(overlap);
});

test('a stale version has the current appointment', () => {
  const current = makeDoctorAppointment({ version: 4 });
  expect(parseCurrent(rejection('STALE_VERSION', { current }))).toEqual(current);
});

test('details are parsed only for their own error code', () => {
  const current = makeDoctorAppointment();
  expect(parseOverlap(rejection('CONFLICT', overlap))).toBeUndefined();
  expect(parseCurrent(rejection('CONFLICT', { current }))).toBeUndefined();
  expect(parseOverlap(new Error('x'))).toBeUndefined();
  expect(parseCurrent(null)).toBeUndefined();
});

test.each([undefined, null, 'x', {}, { current: {} }, { ...overlap, startsAt: 'ayer' }])(
  'details of another shape (%j) are ignored',
  (details) => {
    expect(parseOverlap(rejection('APPOINTMENT_OVERLAP', details))).toBeUndefined();
    expect(parseCurrent(rejection('STALE_VERSION', details))).toBeUndefined();
  },
);
