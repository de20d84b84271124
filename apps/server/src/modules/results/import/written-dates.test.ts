import { describe, expect, test } from 'vitest';
import { sharedApplication } from '../../../testing/application.ts';
import { addPatient } from '../../../testing/records.ts';
import { laboratoryFiles } from '../../../testing/results/laboratory-files.ts';

const running = sharedApplication({ clinicTimeZone: 'America/Mexico_City' });
const { deliver, findSets } = laboratoryFiles(running);

const columns = { Px: 'patient', Toma: 'collectedAt', Hora: 'collectedTime', Vol: 'volume' };

/** The moment of a sample, or the reason for the rejection of its row. */
async function read(date: string, hour = '', birth = '') {
  const patient = await addPatient(running().database.db, { birthDate: '1990-05-05' });
  const file = `Px;Toma;Hora;Vol;Nac\n${patient};${date};${hour};2.5;${birth}\n`;
  const { refused, waited } = await deliver(file, { columns: { ...columns, Nac: 'birthDate' } });
  const [set] = await findSets(patient);
  if (set === undefined) return refused[0]?.problem ?? waited[0]?.reason;
  return [set.collectedAt, set.collectedTimeKnown];
}

const DAY = ['2026-02-03T06:00:00.000Z', false];
const HOUR = ['2026-02-03T16:30:00.000Z', true];

describe('dates of a results file', () => {
  test.each([
    '3 de febrero de 2026',
    '3 de febrero del 2026',
    'martes, 3 de febrero de 2026',
    '1º de febrero de 2026',
    '03-feb-2026',
    '03/FEB/2026',
    '3/Feb/26',
    '3 feb. 2026',
    '03FEB2026',
    'Feb 3, 2026',
    'February 3rd, 2026',
    '3rd February 2026',
    '2026-feb-03',
    '20260203',
    '2026/02/03',
  ])('E-10.2353: «%s» is a day', async (date) => {
    const first = ['2026-02-01T06:00:00.000Z', false];
    expect(await read(date)).toEqual(date.startsWith('1') ? first : DAY);
  });

  test('E-10.2353: an hour may follow a day in words', async () => {
    for (const date of [
      '3 de febrero de 2026, 10:30 hrs',
      '3 de febrero de 2026 a las 10:30',
      '03-feb-2026 10:30:15 a. m.',
      'February 3, 2026 10:30 AM',
    ]) {
      expect(await read(date), date).toEqual(HOUR);
    }
  });

  test.each(['3 martes 2026', '31 de febrero de 2026', '46056', '3 de 2026', '3 feb 202', 'ayer'])(
    'E-10.2353: «%s» is not a date',
    async (date) => {
      expect(await read(date)).toMatch(/^Toma: La fecha no existe/);
    },
  );

  test('E-10.2353: ambiguous days and months need an answer, and a two-digit year is of this century', async () => {
    await expect(read('03/02/26')).rejects.toThrow(/Elige el orden/);
    expect(await read('23/02/26')).toEqual(['2026-02-23T06:00:00.000Z', false]);
    expect(await read('23/02/35')).toMatch(/futura/);
  });

  test('E-10.2353: a birth date in words is compared with the patient’s', async () => {
    expect(await read('3 feb 2026', '', '5 de mayo de 1990')).toEqual(DAY);
    expect(await read('3 feb 2026', '', '6-may-1990')).toBe('patient-differs');
  });
});

describe('a column with the hour of the sample', () => {
  test.each(['10:30', '10:30:00', '1030', '10:30 a. m.', '10:30 hrs', '10.30'])(
    'E-10.2354: «%s» is the hour of a date without an hour',
    async (hour) => {
      expect(await read('3 feb 2026', hour)).toEqual(HOUR);
      expect(await read('2026-02-03 00:00:00', hour)).toEqual(HOUR);
      expect(await read('2026-02-03 10:30', hour)).toEqual(HOUR);
    },
  );

  test.each([
    ['3 feb 2026', '25:10', /^Hora: La hora no existe/],
    ['3 feb 2026', '13:10 a. m.', /^Hora: La hora no existe/],
    ['3 feb 2026', '10', /^Hora: La hora no existe/],
    ['3 feb 2026 09:00', '10:30', /^Hora: No es la hora/],
    ['', '10:30', /^Hora: Falta la fecha/],
  ])('E-10.2354: «%s» with «%s» rejects the row', async (date, hour, why) => {
    expect(await read(date, hour)).toMatch(why);
  });

  test('E-10.2354: midnight without a column of hours is a day', async () => {
    expect(await read('2026-02-03 00:00:00', '-')).toEqual(DAY);
  });
});
