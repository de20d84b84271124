import { describe, expect, test } from 'vitest';
import { checkDraft, draftOf, fieldsOf, isSame, readDraft } from './appointment-draft.ts';

const MEXICO = 'America/Mexico_City';
const TIJUANA = 'America/Tijuana';

const at = (date: string | null, status = 'pending') =>
  draftOf({ status, appointmentDate: { date, endDate: null } }, MEXICO);

describe('a draft', () => {
  test('holds the clinic’s date and time', () => {
    expect(at('2026-11-07T02:30:00.000Z')).toEqual({
      status: 'pending',
      date: '2026-11-06',
      time: '20:30',
      filledFrom: '2026-11-07T02:30:00.000Z',
    });
  });

  test('of an appointment without a date is empty', () => {
    expect(at(null)).toEqual({ status: 'pending', date: '', time: '', filledFrom: null });
  });

  test('differs when any of its fields does', () => {
    const draft = at('2026-11-07T02:30:00.000Z');
    expect(isSame(draft, { ...draft, filledFrom: null })).toBe(true);
    for (const other of [{ status: 'x' }, { date: '2026-11-05' }, { time: '20:31' }]) {
      expect(isSame(draft, { ...draft, ...other })).toBe(false);
    }
  });
});

describe('what is saved', () => {
  test('E-5.19: is the instant that the clinic’s clocks say', () => {
    const draft = { ...at('2026-11-06T17:00:00.000Z'), date: '2026-12-31', time: '23:45' };
    expect(checkDraft(draft, MEXICO)).toEqual({
      change: { status: 'pending', date: '2027-01-01T05:45:00.000Z' },
    });
  });

  test('keeps the seconds of a time that was left alone', () => {
    expect(checkDraft(at('2026-11-06T17:00:42.000Z', 'assigned'), MEXICO)).toEqual({
      change: { status: 'assigned', date: '2026-11-06T17:00:42.000Z' },
    });
  });

  test('keeps which of two equal hours it was, until the fields change', () => {
    const second = {
      status: 'pending',
      ...fieldsOf('2026-11-01T09:30:00.000Z', TIJUANA),
    };
    expect(readDraft(second, TIJUANA)).toMatchObject({ instant: '2026-11-01T09:30:00.000Z' });
    expect(readDraft({ ...second, time: '01:31' }, TIJUANA)).toEqual({
      kind: 'repeated',
      instant: '2026-11-01T08:31:00.000Z',
    });
  });
});

describe('what stands in the way', () => {
  const draft = at('2026-11-06T17:00:00.000Z');

  test('a status that cannot be set', () => {
    expect(checkDraft({ ...draft, status: 'finalizada' }, MEXICO)).toEqual({
      errors: { status: 'Elige Pendiente, Asignado o Cancelado.' },
    });
  });

  test('fields that are empty', () => {
    expect(checkDraft(at(null, ''), MEXICO)).toEqual({
      errors: {
        status: 'Elige Pendiente, Asignado o Cancelado.',
        date: 'Elige la fecha.',
        time: 'Elige la hora.',
      },
    });
    expect(checkDraft({ ...draft, time: '' }, MEXICO)).toEqual({
      errors: { time: 'Elige la hora.' },
    });
  });

  test('a date that does not exist', () => {
    expect(checkDraft({ ...draft, date: '2026-02-30' }, MEXICO)).toEqual({
      errors: { date: 'Esa fecha no existe.' },
    });
  });

  test('an hour that the clocks skip', () => {
    const skipped = { ...draft, date: '2026-03-08', time: '02:30' };
    expect(checkDraft(skipped, TIJUANA)).toEqual({
      errors: { time: 'Esa hora no existe ese día en Tijuana: el reloj se adelanta.' },
    });
    expect(checkDraft(skipped, MEXICO)).toHaveProperty('change');
  });
});
