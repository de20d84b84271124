import { describe, expect, test } from 'vitest';
import { sharedApplication } from '../../../testing/application.ts';
import { addPatient } from '../../../testing/records.ts';
import { laboratoryFiles } from '../../../testing/results/laboratory-files.ts';

const testApp = sharedApplication({ clinicTimeZone: 'America/Mexico_City' });
const { deliver, findSets } = laboratoryFiles(testApp);

const columns = { Px: 'patient', Toma: 'collectedAt', Hora: 'collectedTime', Vol: 'volume' };

type Row = readonly [date: string, hour?: string, birth?: string];

/** The moments of the samples of one file, or the reasons for the rejection of their rows. */
async function readAll(...rows: readonly Row[]) {
  const patients = await Promise.all(
    rows.map(() => addPatient(testApp().database.db, { birthDate: '1990-05-05' })),
  );
  const lines = rows.map(
    ([date, hour = '', birth = ''], row) => `${patients[row]};${date};${hour};2.5;${birth}\n`,
  );
  const { refused, waitingLines } = await deliver(`Px;Toma;Hora;Vol;Nac\n${lines.join('')}`, {
    columns: { ...columns, Nac: 'birthDate' },
  });
  return Promise.all(
    patients.map(async (patient, row) => {
      const [set] = await findSets(patient);
      if (set) return [set.collectedAt, set.collectedTimeKnown];
      const isOfRow = ({ line }: { line: number }) => line === row + 2;
      return refused.find(isOfRow)?.problem ?? waitingLines.find(isOfRow)?.reason;
    }),
  );
}

async function read(...row: Row) {
  const [moment] = await readAll(row);
  return moment;
}

const DAY = ['2026-02-03T06:00:00.000Z', false];
const HOUR = ['2026-02-03T16:30:00.000Z', true];

describe('dates of a results file', () => {
  test('E-10.2353: a day is written with or without words, separators and a short year', async () => {
    const days = [
      '3 de febrero de 2026',
      '3 de febrero del 2026',
      'martes, 3 de febrero de 2026',
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
    ];
    expect(await readAll(...days.map((date) => [date] as const))).toEqual(days.map(() => DAY));
    expect(await read('1º de febrero de 2026')).toEqual(['2026-02-01T06:00:00.000Z', false]);
  });

  test('E-10.2353: an hour may follow a day in words', async () => {
    const moments = await readAll(
      ['3 de febrero de 2026, 10:30 hrs'],
      ['3 de febrero de 2026 a las 10:30'],
      ['03-feb-2026 10:30:15 a. m.'],
      ['February 3, 2026 10:30 AM'],
    );
    expect(moments).toEqual([HOUR, HOUR, HOUR, HOUR]);
  });

  test('E-10.2353: other numbers and words are not dates', async () => {
    const texts = ['3 martes 2026', '31 de febrero de 2026', '46056', '3 de 2026', '3 feb 202'];
    const reasons = await readAll(...[...texts, 'ayer'].map((date) => [date] as const));
    for (const reason of reasons) expect(reason).toMatch(/^Toma: La fecha no existe/);
  });

  test('E-10.2353: ambiguous days and months need an answer, and a two-digit year is of this century', async () => {
    await expect(read('03/02/26')).rejects.toThrow(/Elige el orden/);
    expect(await read('23/02/26')).toEqual(['2026-02-23T06:00:00.000Z', false]);
    expect(await read('23/02/35')).toMatch(/futura/);
  });

  test('E-10.2353: a birth date in words is compared with the patient’s', async () => {
    expect(
      await readAll(['3 feb 2026', '', '5 de mayo de 1990'], ['3 feb 2026', '', '6-may-1990']),
    ).toEqual([DAY, 'patient-differs']);
  });
});

describe('a column with the hour of the sample', () => {
  test('E-10.2354: gives its hour to a date without an hour, however it is written', async () => {
    const hours = ['10:30', '10:30:00', '1030', '10:30 a. m.', '10:30 hrs', '10.30'];
    for (const date of ['3 feb 2026', '2026-02-03 00:00:00', '2026-02-03 10:30']) {
      const moments = await readAll(...hours.map((hour) => [date, hour] as const));
      expect(moments, date).toEqual(hours.map(() => HOUR));
    }
  });

  test('E-10.2354: rejects its row if it has no valid hour, contradicts the hour of the date, or has no date', async () => {
    const reasons = await readAll(
      ['3 feb 2026', '25:10'],
      ['3 feb 2026', '13:10 a. m.'],
      ['3 feb 2026', '10'],
      ['3 feb 2026 09:00', '10:30'],
      ['', '10:30'],
    );
    const unknown = expect.stringMatching(/^Hora: La hora no existe/);
    const other = expect.stringMatching(/^Hora: No es la hora/);
    const withoutDate = expect.stringMatching(/^Hora: Falta la fecha/);
    expect(reasons).toEqual([unknown, unknown, unknown, other, withoutDate]);
  });

  test('E-10.2354: midnight without a column of hours is a day', async () => {
    expect(await read('2026-02-03 00:00:00', '-')).toEqual(DAY);
  });
});
