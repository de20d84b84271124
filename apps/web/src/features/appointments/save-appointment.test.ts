import { expect, test } from 'vitest';
import { failureOf } from '../../lib/api/failure.ts';
import { currentOf, overlapOf } from './save-appointment.ts';
import { doctorAppointmentOf } from './testing/records.ts';

const overlap = {
  patientName: 'Bruno Salas',
  startsAt: '2026-11-06T17:00:00.000Z',
  endsAt: '2026-11-06T17:30:00.000Z',
  freeTimes: ['2026-11-06T17:30:00.000Z'],
};

const refusal = (code: string, details?: unknown) =>
  failureOf({ status: 409, code, errorMessage: 'x', ...(details !== undefined && { details }) });

test('an overlap has the other appointment and the free times', () => {
  expect(overlapOf(refusal('APPOINTMENT_OVERLAP', overlap))).toEqual(overlap);
});

test('a stale version has the current appointment', () => {
  const current = doctorAppointmentOf({ version: 4 });
  expect(currentOf(refusal('STALE_VERSION', { current }))).toEqual(current);
});

test('details are read only for their own error code', () => {
  const current = doctorAppointmentOf();
  expect(overlapOf(refusal('CONFLICT', overlap))).toBeUndefined();
  expect(currentOf(refusal('CONFLICT', { current }))).toBeUndefined();
  expect(overlapOf(new Error('x'))).toBeUndefined();
  expect(currentOf(null)).toBeUndefined();
});

test.each([undefined, null, 'x', {}, { current: {} }, { ...overlap, startsAt: 'ayer' }])(
  'details of another shape (%j) are ignored',
  (details) => {
    expect(overlapOf(refusal('APPOINTMENT_OVERLAP', details))).toBeUndefined();
    expect(currentOf(refusal('STALE_VERSION', details))).toBeUndefined();
  },
);
