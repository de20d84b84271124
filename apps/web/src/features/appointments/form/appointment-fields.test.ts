import { describe, expect, test } from 'vitest';
import { changedFields, readFields, toFieldValues } from '../../record-form/fields.ts';
import {
  type AppointmentValues,
  appointmentFieldsIn,
  parseDateTime,
  toDateTime,
} from './appointment-fields.tsx';

const MEXICO = 'America/Mexico_City';
const TIJUANA = 'America/Tijuana';

const at = (date: string | null, status = 'pending') =>
  toFieldValues(appointmentFieldsIn(MEXICO), { status, appointmentDate: { date } });
const read = (values: AppointmentValues, timeZone = MEXICO) =>
  readFields(appointmentFieldsIn(timeZone), values, { names: ['status', 'when'], base: null });
const withTime = (values: AppointmentValues, time: { date?: string; time?: string }) => ({
  ...values,
  when: { ...values.when, ...time },
});

describe('the fields of an appointment', () => {
  test('contain the date and time in the clinic’s zone', () => {
    expect(at('2026-11-07T02:30:00.000Z')).toEqual({
      status: 'pending',
      when: { date: '2026-11-06', time: '20:30', filledFrom: '2026-11-07T02:30:00.000Z' },
    });
  });

  test('are empty for an appointment without a date', () => {
    expect(at(null).when).toEqual({ date: '', time: '', filledFrom: null });
  });

  test('differ by status, date or time, but not by the instant that filled them', () => {
    const fields = appointmentFieldsIn(MEXICO);
    const start = at('2026-11-07T02:30:00.000Z');
    const refilled = { ...start, when: { ...start.when, filledFrom: null } };
    expect(changedFields(fields, refilled, start)).toEqual([]);
    expect(changedFields(fields, { ...start, status: 'x' }, start)).toEqual(['status']);
    expect(changedFields(fields, withTime(start, { time: '20:31' }), start)).toEqual(['when']);
    expect(changedFields(fields, withTime(start, { date: '2026-11-05' }), start)).toEqual(['when']);
  });
});

describe('the saved instant of an appointment', () => {
  test('E-5.19: is read in the time zone of the clinic', () => {
    const values = withTime(at('2026-11-06T17:00:00.000Z'), { date: '2026-12-31', time: '23:45' });
    expect(read(values).payload).toEqual({ status: 'pending', when: '2027-01-01T05:45:00.000Z' });
  });

  test('keeps the seconds of an unchanged time', () => {
    expect(read(at('2026-11-06T17:00:42.000Z', 'assigned')).payload).toEqual({
      status: 'assigned',
      when: '2026-11-06T17:00:42.000Z',
    });
  });

  test('keeps the choice between two equal hours, until the fields change', () => {
    const second = toDateTime('2026-11-01T09:30:00.000Z', TIJUANA);
    expect(parseDateTime(second, TIJUANA)).toMatchObject({ instant: '2026-11-01T09:30:00.000Z' });
    expect(parseDateTime({ ...second, time: '01:31' }, TIJUANA)).toEqual({
      kind: 'repeated',
      instant: '2026-11-01T08:31:00.000Z',
    });
  });
});

describe('an appointment’s form shows a field error for', () => {
  const values = at('2026-11-06T17:00:00.000Z');

  test('a legacy status', () => {
    expect(read({ ...values, status: 'finalizada' }).errors).toEqual({
      status: 'Elige Pendiente, Asignado o Cancelado.',
    });
  });

  test('empty fields', () => {
    expect(read(at(null)).errors).toMatchObject({
      'when.date': 'Elige la fecha.',
      'when.time': 'Elige la hora.',
    });
    expect(read(withTime(values, { time: '' })).errors).toMatchObject({
      'when.time': 'Elige la hora.',
    });
  });

  test('an incomplete time', () => {
    expect(read(withTime(values, { time: '11:' })).errors).toEqual({
      when: 'Escribe la hora así: 14:30.',
      'when.time': 'Escribe la hora así: 14:30.',
    });
  });

  test('a date that does not exist', () => {
    expect(read(withTime(values, { date: '30/02/2026' })).errors).toMatchObject({
      'when.date': 'Esa fecha no existe.',
    });
  });

  test('an hour skipped by the clock shift', () => {
    const skipped = withTime(values, { date: '2026-03-08', time: '02:30' });
    expect(read(skipped, TIJUANA).errors).toMatchObject({
      'when.time': 'Esa hora no existe ese día en Tijuana por el cambio de horario.',
    });
    expect(read(skipped).errors).toEqual({});
  });
});
