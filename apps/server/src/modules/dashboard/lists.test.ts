import { errorBody } from '@simiente/contract/common/errors';
import { gt, max } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { auditEvents } from '../../schema/audit.ts';
import { sharedApplication } from '../../testing/application.ts';
import { readDashboardCounts, readExams } from '../../testing/dashboard/read.ts';
import { writeRecords } from '../../testing/dashboard/write-records.ts';
import { addBranch, addExam, addPartner, addPatient, addResultSet } from '../../testing/records.ts';

const testApp = sharedApplication();
const OCTOBER = { start: '2026-10-01', end: '2026-10-31' };
const at = (day: number) => new Date(Date.UTC(2026, 9, day, 12));

beforeEach(async () => {
  await writeRecords(testApp().database.db, { patients: [], laboratories: [] });
});

describe('the dashboard’s list of exams', () => {
  async function threeExams() {
    const { db } = testApp().database;
    const ana = await addPatient(db, { name: 'Ana Núñez', email: 'ana@correo.example' });
    const luis = await addPatient(db, { name: 'Luis Gómez' });
    const laboratoryId = await addPartner(db, { type: 'Laboratorio', name: 'Lab Ñandú' });
    const ids = [
      await addExam(db, ana, { type: 'Cultivo_Semen', createdAt: at(3), laboratoryId }),
      await addExam(db, luis, { type: 'Hormonal', createdAt: at(5) }),
      await addExam(db, luis, { type: 'Ecografía_Testicular', createdAt: at(4) }),
    ];
    return { ana, luis, laboratoryId, ids };
  }

  test('has type, patient, laboratory and date of each exam, the latest first', async () => {
    const { ana, laboratoryId, ids } = await threeExams();
    const page = await readExams(testApp(), OCTOBER);
    expect(page.exams.map(({ id }) => id)).toEqual([ids[1], ids[2], ids[0]]);
    expect(page.exams[2]).toEqual({
      id: ids[0],
      examType: 'Cultivo_Semen',
      examDate: null,
      createDate: at(3).toISOString(),
      patient: { idUser: ana, name: 'Ana Núñez' },
      laboratory: { idPartner: laboratoryId, name: 'Lab Ñandú' },
      fileUrl: null,
      external: false,
      fileName: null,
    });
    expect([page.total, page.totalIsCapped, page.nextCursor]).toEqual([3, false, null]);
  });

  test.each([
    ['nunez', [0]],
    ['GOMEZ', [1, 2]],
    ['cultivo sem', [0]],
    ['ecografia', [2]],
    ['ana@correo', [0]],
    ['100%', []],
    ['nadie', []],
  ])('finds %j by type and patient, without case or accents', async (search, places) => {
    const { ids } = await threeExams();
    const { exams, total } = await readExams(testApp(), { ...OCTOBER, search });
    expect(exams.map(({ id }) => id)).toEqual(places.map((place) => ids[place]));
    expect(total).toBe(places.length);
  });

  test('has each exam once, page by page, in both orders', async () => {
    const { ids } = await threeExams();
    for (const [sort, order] of [
      ['-createDate', [1, 2, 0]],
      ['createDate', [0, 2, 1]],
    ] as const) {
      const found: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const query = { ...OCTOBER, sort, limit: '1', ...(cursor && { cursor }) };
        const page = await readExams(testApp(), query);
        found.push(...page.exams.map(({ id }) => id));
        cursor = page.nextCursor;
      }
      expect(found).toEqual(order.map((place) => ids[place]));
    }
  });

  test('E-2.40: has as many exams as the dashboard counts, also for one laboratory', async () => {
    const { laboratoryId } = await threeExams();
    const choices: [Record<string, string>, number][] = [
      [{}, 3],
      [{ laboratory: laboratoryId }, 1],
    ];
    for (const [laboratory, count] of choices) {
      const { exams } = await readDashboardCounts(testApp(), { ...OCTOBER, ...laboratory });
      const { total } = await readExams(testApp(), { ...OCTOBER, ...laboratory });
      expect([exams.value, total]).toEqual([count, count]);
    }
  });

  test('E-10.3260: leaves out an exam whose results moved to another patient, like the counts', async () => {
    const { db } = testApp().database;
    const { luis, laboratoryId, ids } = await threeExams();
    const addEmpty = async (values: { laboratoryId?: string }) => {
      const examId = await addExam(db, luis, { type: 'Hormonal', createdAt: at(6), ...values });
      await addResultSet(db, luis, { examId, status: 'retirado' });
      return examId;
    };
    await addEmpty({});
    await addEmpty({ laboratoryId });
    const entered = await addEmpty({});
    await addResultSet(db, luis, { examId: entered, status: 'capturado' });
    for (const [laboratory, count] of [
      [{}, 4],
      [{ laboratory: laboratoryId }, 1],
    ] as const) {
      const { exams } = await readDashboardCounts(testApp(), { ...OCTOBER, ...laboratory });
      const page = await readExams(testApp(), { ...OCTOBER, ...laboratory });
      expect([exams.value, page.total]).toEqual([count, count]);
    }
    const page = await readExams(testApp(), OCTOBER);
    expect(page.exams.map(({ id }) => id)).toEqual([entered, ids[1], ids[2], ids[0]]);
  });
});

describe('the dashboard’s list of patients', () => {
  test('E-2.37: has as many patients as the dashboard counts, for the same days and laboratory', async () => {
    const { database, staff } = testApp();
    const { db } = database;
    const laboratory = await addPartner(db, { type: 'Laboratorio' });
    const dates = [
      null,
      at(1),
      at(15),
      new Date('2026-11-01T05:59:59.999Z'),
      new Date('2026-11-01T06:00:00Z'),
    ];
    for (const [index, createdAt] of dates.entries()) {
      const id = await addPatient(db, { createdAt, status: index });
      if (index % 2 === 0) await addExam(db, id, { laboratoryId: laboratory, createdAt: at(3) });
    }
    const readTotal = async (query: Record<string, string>) => {
      const { body } = await staff.get(`/v1/user/list?${new URLSearchParams(query)}`);
      return (body as { data: { total: number; userData: unknown[] } }).data;
    };
    const choices: [Record<string, string>, { known: number; registered: number }][] = [
      [{}, { known: 4, registered: 3 }],
      [{ laboratory }, { known: 2, registered: 1 }],
    ];
    for (const [chosen, count] of choices) {
      const { patients, weeks } = await readDashboardCounts(testApp(), { ...OCTOBER, ...chosen });
      const until = await readTotal({ createdTo: OCTOBER.end, ...chosen });
      expect([patients.value, until.total, until.userData.length]).toEqual(
        Array(3).fill(count.known),
      );
      const registered = await readTotal({
        createdFrom: OCTOBER.start,
        createdTo: OCTOBER.end,
        ...chosen,
      });
      const inWeeks = weeks.reduce((sum, { value }) => sum + value, 0);
      expect([inWeeks, registered.total]).toEqual([count.registered, count.registered]);
    }
    expect((await readTotal({ laboratory: 'lab_nadie' })).total).toBe(0);
    expect((await readTotal({ createdFrom: '2026-12-01', createdTo: '2026-01-01' })).total).toBe(0);
  });
});

describe('the dashboard’s list of partners', () => {
  test('has as many laboratories as the dashboard counts, for any days', async () => {
    const { database, staff } = testApp();
    const { db } = database;
    const laboratory = (fields: object = {}) =>
      addPartner(db, { type: 'Laboratorio', importDigest: 'digest', ...fields });
    const old = await laboratory();
    await addBranch(db, old, { importDigest: 'digest' });
    const grown = await laboratory();
    await addBranch(db, grown, { insertedAt: new Date('2026-11-01T05:59:59.999Z') });
    await addBranch(db, grown, { insertedAt: at(20), deletedAt: new Date() });
    const young = await laboratory({ importDigest: null, insertedAt: at(10) });
    await addBranch(db, young, { insertedAt: at(5) });
    await laboratory();
    await addBranch(db, await addPartner(db, { type: 'Clínica' }));
    for (const [end, active] of [
      ['2026-10-09', [old]],
      ['2026-10-10', [old, young]],
      ['2026-10-30', [old, young]],
      ['2026-10-31', [old, young, grown]],
    ] as const) {
      const { laboratories } = await readDashboardCounts(testApp(), { start: '2026-10-01', end });
      const query = new URLSearchParams({
        type: 'Laboratorio',
        withBranches: 'true',
        activeUntil: end,
      });
      const { body } = await staff.get(`/v1/partner/list?${query}`);
      const { total, partners } = (
        body as { data: { total: number; partners: { idPartner: string }[] } }
      ).data;
      expect([laboratories.value, total]).toEqual([active.length, active.length]);
      expect(partners.map(({ idPartner }) => idPartner).toSorted()).toEqual(active.toSorted());
      const one = await staff.get(`/v1/partner/list?${query}&idPartner=${young}`);
      const laboratoryCounts = await readDashboardCounts(testApp(), {
        start: '2026-10-01',
        end,
        laboratory: young,
      });
      expect((one.body as { data: { total: number } }).data.total).toBe(
        laboratoryCounts.laboratories.value,
      );
    }
  });
});

const PATHS = ['/v1/dashboard/figures', '/v1/dashboard/activity', '/v1/exam/list'];

describe.each(PATHS)('%s', (path) => {
  const request = (query: Record<string, string>) =>
    testApp().staff.get(`${path}?${new URLSearchParams(query)}`);

  test.each([
    [{ start: '2026-10-02', end: '2026-10-01' }, 'end'],
    [{ start: '2026-02-30', end: '2026-10-01' }, 'start'],
    [{ start: 'ayer', end: '2026-10-01' }, 'start'],
    [{ start: '2026-10-01T00:00:00Z', end: '2026-10-01' }, 'start'],
    [{ start: '0001-01-01', end: '2026-10-01' }, 'start'],
    [{ start: '2026-10-01', end: '12026-10-01' }, 'end'],
    [{ start: '1990-01-01', end: '2026-10-01' }, 'end'],
    [{ start: '2026-10-01' }, 'end'],
    [{ ...OCTOBER, laboratory: 'de otro' }, 'laboratory'],
  ] as const)('E-5.20: rejects %j at %s', async (query, path) => {
    const { status, body } = await request(query as unknown as Record<string, string>);
    expect(status).toBe(400);
    expect((body as { issues: { path: string }[] }).issues.map((issue) => issue.path)).toContain(
      path,
    );
  });

  test('rejects a laboratory that does not exist or is deleted', async () => {
    const { db } = testApp().database;
    for (const laboratory of [
      'lab_nadie',
      await addPartner(db, { type: 'Clínica' }),
      await addPartner(db, { type: 'Laboratorio', deletedAt: new Date() }),
    ]) {
      const { status, body } = await request({ ...OCTOBER, laboratory });
      expect(status).toBe(404);
      const issues = [{ path: 'laboratory', message: 'Este laboratorio no existe' }];
      expect(body).toEqual(errorBody('NOT_FOUND', { issues }));
    }
  });

  test('accepts a period of ten years, and a period of a single day', async () => {
    expect((await request({ start: '2016-11-01', end: '2026-11-01' })).status).toBe(200);
    expect((await request({ start: '2026-11-01', end: '2026-11-01' })).status).toBe(200);
    expect((await request({ start: '1900-01-01', end: '1909-12-31' })).status).toBe(200);
    expect((await request({ start: '2191-01-01', end: '2200-12-31' })).status).toBe(200);
  });
});

test('each read of counts, activity or exams leaves one audit row, with its filter and without the search text', async () => {
  const { database, staff } = testApp();
  const { db } = database;
  const laboratory = await addPartner(db, { type: 'Laboratorio' });
  const [latest] = await db.select({ id: max(auditEvents.id) }).from(auditEvents);
  for (const path of PATHS) {
    const query = new URLSearchParams({ ...OCTOBER, laboratory });
    if (path.endsWith('list')) query.set('search', 'Zenaida');
    expect((await staff.get(`${path}?${query}`)).status).toBe(200);
  }
  const rows = await db
    .select()
    .from(auditEvents)
    .where(gt(auditEvents.id, latest?.id ?? 0))
    .orderBy(auditEvents.id);
  expect(JSON.stringify(rows)).not.toContain('Zenaida');
  const filter = { ...OCTOBER, laboratory };
  expect(rows.map(({ action, details }) => [action, details])).toEqual([
    ['dashboard.read', { filter }],
    ['activity.listed', { filter: { ...filter, limit: 50, continued: false }, count: 0 }],
    [
      'exams.listed',
      {
        filter: { ...filter, sort: '-createDate', limit: 50, searched: true, continued: false },
        count: 0,
      },
    ],
  ]);
});
