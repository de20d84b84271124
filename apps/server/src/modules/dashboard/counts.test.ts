import { MAX_EXAM_TYPES } from '@simiente/contract/dashboard/calls';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forLength } from '../../../../../scripts/test-length.mjs';
import { sharedApplication, type TestApplication } from '../../testing/application.ts';
import {
  type ClinicRecords,
  countByHand,
  type ExamSample,
  type PatientSample,
  shift,
} from '../../testing/dashboard/count-by-hand.ts';
import { getValues, readDashboardCounts } from '../../testing/dashboard/read.ts';
import { writeRecords } from '../../testing/dashboard/write-records.ts';
import { addExam, addPatient } from '../../testing/records.ts';
import { readDashboardCounts as readFromDatabase } from './calls.ts';

const MEXICO = 'America/Mexico_City';
/** In this zone clocks go forward at midnight: 6 September 2026 begins at one o'clock. */
const SANTIAGO = 'America/Santiago';
const inMexico = sharedApplication({ clinicTimeZone: MEXICO });
const inSantiago = sharedApplication({ clinicTimeZone: SANTIAGO });
const NOTHING: ClinicRecords = { patients: [], laboratories: [] };

/**
 * Instants of the weeks around 6 September 2026, many of them at the edges of days in UTC and in both
 * zones.
 */
const instant = fc
  .tuple(
    fc.integer({ min: -40, max: 40 }),
    fc.constantFrom(0, 3, 4, 6, 12),
    fc.constantFrom(-1, 0, 1),
  )
  .map(
    ([day, hour, ms]) =>
      new Date(Date.parse('2026-09-06T00:00:00Z') + day * 86_400_000 + hour * 3_600_000 + ms),
  );
const instantOrNone = fc.option(instant, { freq: 8 });
const rarely = fc.integer({ min: 0, max: 5 }).map((dice) => dice === 0);
const LABORATORIES = 3;
const laboratory = fc.nat({ max: LABORATORIES - 1 });
const recordSet: fc.Arbitrary<ClinicRecords> = fc.record({
  patients: fc.array(
    fc.record({
      createdAt: instantOrNone,
      trashed: rarely,
      exams: fc.array(
        fc.record({
          type: fc.constantFrom('Cultivo_Semen', 'Cultivo Semen', 'Hormonal', '_'),
          createdAt: instantOrNone,
          trashed: rarely,
          laboratory: fc.option(laboratory),
        }),
        { maxLength: 3 },
      ),
      orders: fc.array(
        fc.record({ laboratory, trashed: rarely, downloads: fc.array(instant, { maxLength: 3 }) }),
        { maxLength: 2 },
      ),
    }),
    { maxLength: 6 },
  ),
  laboratories: fc.array(
    fc.record({
      type: fc.constantFrom('Laboratorio', 'Laboratorio', 'Laboratorio', 'Clínica'),
      trashed: rarely,
      since: instantOrNone,
      branches: fc.array(fc.record({ trashed: rarely, since: instantOrNone }), { maxLength: 3 }),
    }),
    { minLength: LABORATORIES, maxLength: LABORATORIES },
  ),
});
const filter = fc
  .record({
    day: fc.integer({ min: -20, max: 20 }),
    length: fc.integer({ min: 1, max: 30 }),
    laboratory: fc.option(laboratory),
  })
  .map(({ day, length, laboratory: place }) => {
    const start = shift('2026-09-06', day);
    return { start, end: shift(start, length - 1), laboratory: place };
  });

describe.each([
  ['Mexico City', MEXICO, inMexico],
  ['Santiago', SANTIAGO, inSantiago],
])('the dashboard in the zone %s', (_, timeZone, testApp) => {
  test('S-3: every count equals an independent count, for generated data and filters', async () => {
    await fc.assert(
      fc.asyncProperty(recordSet, filter, async (records, question) => {
        const application = testApp();
        const { laboratoryIds } = await writeRecords(application.database.db, records);
        const { start, end, laboratory: place } = question;
        const chosen = place === null ? undefined : records.laboratories[place];
        // Only an existing laboratory can be chosen.
        fc.pre(chosen === undefined || (chosen.type === 'Laboratorio' && !chosen.trashed));
        const id = place === null ? undefined : laboratoryIds[place];
        const answer = await readDashboardCounts(application, {
          start,
          end,
          ...(id === undefined ? {} : { laboratory: id }),
        });
        const { period, examTypes, otherExams, ...counts } = answer;
        const byHand = countByHand(records, { ...question, timeZone });
        expect({
          ...counts,
          examTypes: Object.fromEntries(examTypes.map(({ examType, count }) => [examType, count])),
        }).toEqual(byHand);
        expect(otherExams).toBe(0);
        expect(examTypes.map(({ count }) => count)).toEqual(
          examTypes.map(({ count }) => count).toSorted((one, other) => other - one),
        );
        expect(period).toEqual({ start, end });
      }),
      { numRuns: forLength(20, 60) },
    );
  });
});

async function readCountsFor(
  application: TestApplication,
  records: Partial<ClinicRecords>,
  query: Record<string, string> = {},
) {
  await writeRecords(application.database.db, { ...NOTHING, ...records });
  return readDashboardCounts(application, {
    start: '2026-10-01',
    end: '2026-10-31',
    ...query,
  });
}

const patient = (fields: Partial<PatientSample> = {}): PatientSample => ({
  createdAt: new Date('2026-10-15T12:00:00Z'),
  trashed: false,
  exams: [],
  orders: [],
  ...fields,
});
const exam = (fields: Partial<ExamSample> = {}): ExamSample => ({
  type: 'Seminograma',
  createdAt: new Date('2026-10-15T12:00:00Z'),
  trashed: false,
  laboratory: null,
  ...fields,
});

describe('a day of the dashboard is a day of the clinic', () => {
  test.each([
    ['the last millisecond before the first day', '2026-10-01T05:59:59.999Z', 0],
    ['the first millisecond of the first day', '2026-10-01T06:00:00.000Z', 1],
    ['the last millisecond of the last day', '2026-11-01T05:59:59.999Z', 1],
    ['the first millisecond after the last day', '2026-11-01T06:00:00.000Z', 0],
  ])('%s', async (_, at, counted) => {
    const createdAt = new Date(at);
    const { exams, orders } = await readCountsFor(inMexico(), {
      laboratories: [{ type: 'Laboratorio', trashed: false, since: null, branches: [] }],
      patients: [
        patient({
          exams: [exam({ createdAt })],
          orders: [{ laboratory: 0, trashed: false, downloads: [createdAt] }],
        }),
      ],
    });
    expect([exams.value, orders.value]).toEqual([counted, counted]);
  });
});

test('E-10.4067: another time zone of the clinic moves its days, also one of 23 hours', async () => {
  const { db } = inMexico().database;
  const setZone = (zone: string) => db.execute(sql`select count_days(${zone})`);
  const at = (hour: string) => exam({ createdAt: new Date(`2026-03-${hour}:30:00Z`) });
  await writeRecords(db, {
    ...NOTHING,
    patients: [patient({ exams: [at('28T23'), at('29T00'), at('29T22'), at('29T23')] })],
  });
  const day = { start: '2026-03-29', end: '2026-03-29' };
  await setZone('Europe/London');
  const { exams } = await readFromDatabase(db, day, 'Europe/London');
  await setZone(MEXICO);
  expect(exams).toEqual({ value: 2, previous: 1, series: [2] });
});

describe('a record without a date on the dashboard', () => {
  test('counts in every period as a patient, and in no period as an exam', async () => {
    const { patients, weeks, exams, undatedExams } = await readCountsFor(inMexico(), {
      patients: [patient({ createdAt: null, exams: [exam({ createdAt: null })] })],
    });
    expect(undatedExams).toBe(1);
    expect(patients).toMatchObject({ value: 1, previous: 1 });
    expect(weeks.every(({ value, previous }) => value + previous === 0)).toBe(true);
    expect(exams).toMatchObject({ value: 0, previous: 0 });
  });
});

test('E-2.39: every download counts, also of the same order', async () => {
  const at = new Date('2026-10-05T12:00:00Z');
  const { orders } = await readCountsFor(inMexico(), {
    laboratories: [{ type: 'Clínica', trashed: false, since: null, branches: [] }],
    patients: [patient({ orders: [{ laboratory: 0, trashed: false, downloads: [at, at, at] }] })],
  });
  expect(orders.value).toBe(3);
});

test('E-2.38: deleting a record removes it from the counts, and restoring it adds it', async () => {
  const application = inMexico();
  const { laboratoryIds, patientIds } = await writeRecords(application.database.db, {
    laboratories: [
      {
        type: 'Laboratorio',
        trashed: false,
        since: null,
        branches: [{ trashed: false, since: null }],
      },
    ],
    patients: [
      patient({
        exams: [exam()],
        orders: [{ laboratory: 0, trashed: false, downloads: [new Date('2026-10-02T12:00:00Z')] }],
      }),
      patient(),
    ],
  });
  const read = async () =>
    getValues(await readDashboardCounts(application, { start: '2026-10-01', end: '2026-10-31' }));
  const change = (url: string, payload: object) =>
    application.staff.request({ method: 'POST', url, payload });
  const all = { patients: 2, laboratories: 1, orders: 1, exams: 1 };
  expect(await read()).toEqual(all);

  const [withExam = ''] = patientIds;
  await change('/v1/user/delete', { idUsers: [withExam] });
  expect(await read()).toEqual({ patients: 1, laboratories: 1, orders: 0, exams: 0 });
  await change('/v1/trash/restore', { ids: [withExam] });
  expect(await read()).toEqual(all);

  await change('/v1/user/delete', { idUsers: laboratoryIds });
  expect(await read()).toEqual({ ...all, laboratories: 0 });
  await change('/v1/trash/restore', { ids: laboratoryIds });
  expect(await read()).toEqual(all);
});

test('E-2.43: an empty database gives zero for every count and week', async () => {
  const { weeks, examTypes, ...counts } = await readCountsFor(inMexico(), {});
  const zeros = [0, 0, 0, 0, 0];
  const zeroCount = { value: 0, previous: 0, series: zeros };
  expect(counts).toMatchObject({
    patients: zeroCount,
    laboratories: zeroCount,
    orders: zeroCount,
    exams: zeroCount,
    otherExams: 0,
  });
  expect(weeks.map(({ start, end, value }) => [start, end, value])).toEqual([
    ['2026-10-01', '2026-10-07', 0],
    ['2026-10-08', '2026-10-14', 0],
    ['2026-10-15', '2026-10-21', 0],
    ['2026-10-22', '2026-10-28', 0],
    ['2026-10-29', '2026-10-31', 0],
  ]);
  expect(examTypes).toEqual([]);
});

test('the less frequent exam types are counted as one', async () => {
  const { db } = inMexico().database;
  await writeRecords(db, NOTHING);
  const id = await addPatient(db);
  const createdAt = new Date('2026-10-15T12:00:00Z');
  for (let index = 0; index < MAX_EXAM_TYPES + 2; index += 1) {
    await addExam(db, id, { type: `Tipo_${index}`, createdAt });
  }
  await addExam(db, id, { type: 'Tipo_3', createdAt });
  const { examTypes, otherExams, exams } = await readDashboardCounts(inMexico(), {
    start: '2026-10-15',
    end: '2026-10-15',
  });
  expect(examTypes[0]).toEqual({ examType: 'Tipo 3', count: 2 });
  expect([examTypes.length, otherExams, exams.value]).toEqual([
    MAX_EXAM_TYPES,
    2,
    MAX_EXAM_TYPES + 3,
  ]);
});
