import { errorBody } from '@simiente/contract/common/errors';
import { formatFolio } from '@simiente/contract/exam-orders/calls';
import type { TrashPage } from '@simiente/contract/trash/calls';
import { trashSorts } from '@simiente/contract/trash/filters';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { recipeAppointments } from '../../schema/appointments.ts';
import { auditEvents } from '../../schema/audit.ts';
import { examOrders } from '../../schema/exam-orders.ts';
import { exams } from '../../schema/exams.ts';
import { branches, partners } from '../../schema/partners.ts';
import { patients } from '../../schema/patients.ts';
import { prospects } from '../../schema/prospects.ts';
import { sharedApplication } from '../../testing/application.ts';
import {
  addBranch,
  addDoctor,
  addDoctorAppointment,
  addExam,
  addExamOrder,
  addPartner,
  addPatient,
  addPatients,
  addProspect,
} from '../../testing/records.ts';

const testApp = sharedApplication();

/** Each test needs an empty trash. */
beforeEach(async () => {
  for (const table of [patients, exams, examOrders, partners, branches, prospects]) {
    await testApp().database.db.update(table).set({ deletedAt: null });
  }
});

async function list(query: Record<string, string> = {}) {
  const answer = await testApp().staff.get(`/v1/trash/list?${new URLSearchParams(query)}`);
  return { status: answer.status, body: answer.body as { data: TrashPage } };
}
const entries = async (query?: Record<string, string>) => (await list(query)).body.data.entries;

async function remove(...idUsers: readonly string[]) {
  const answer = await testApp().staff.request({
    method: 'POST',
    url: '/v1/user/delete',
    payload: { idUsers },
  });
  expect(answer.statusCode, answer.body).toBe(200);
}

const agePatient = (id: string, interval: string) =>
  testApp()
    .database.db.update(patients)
    .set({ deletedAt: sql`now() - ${interval}::interval` })
    .where(eq(patients.id, id));

test('E-10.150: each kind is listed with name, detail, account and the days left', async () => {
  const { db } = testApp().database;
  const patient = await addPatient(db, { name: 'Íñigo Sáinz', email: 'inigo@example.org' });
  const owner = await addPatient(db, { name: 'Rosa Méndez' });
  const exam = await addExam(db, owner, { type: 'Cultivo_Semen' });
  const partner = await addPartner(db, { name: 'Clínica Horizonte', country: 'Perú' });
  await addBranch(db, partner);
  await addBranch(db, partner);
  const other = await addPartner(db, { name: 'Laboratorio Almena' });
  const branch = await addBranch(db, other, { name: 'Almena Lindavista' });
  const prospect = await addProspect(db, {
    name: 'Prueba Formulario',
    email: 'prueba@example.org',
  });
  const order = await addExamOrder(db, { patientId: owner, partnerId: other, branchId: branch });
  await db
    .insert(recipeAppointments)
    .values({ id: 'rec_1', patientId: patient, status: 'pending' });
  await addDoctorAppointment(db, { patientId: patient, doctorId: await addDoctor(db) });
  await addExam(db, patient);
  await addExam(db, patient, { deletedAt: new Date('2026-01-01'), deletionId: 'earlier' });
  await remove(patient, exam, partner, branch, prospect, order);
  const [{ folio = 0 } = {}] = await db.select().from(examOrders).where(eq(examOrders.id, order));

  const { body } = await list({ sort: 'name' });
  const noRelated = { branches: 0, exams: 0, appointments: 0, orders: 0 };
  const common = {
    deletedAt: expect.any(String),
    deletedBy: 'Mariana Solórzano',
    daysLeft: 30,
    reason: null,
  };
  expect(body.data.entries).toEqual(
    [
      ['branch', branch, 'Almena Lindavista', 'Laboratorio Almena', noRelated],
      ['partner', partner, 'Clínica Horizonte', 'Perú', { ...noRelated, branches: 2 }],
      ['exam', exam, 'Cultivo Semen', 'Rosa Méndez', noRelated],
      [
        'patient',
        patient,
        'Íñigo Sáinz',
        'inigo@example.org',
        { ...noRelated, exams: 1, appointments: 2 },
      ],
      ['exam_order', order, formatFolio(folio), 'Rosa Méndez', noRelated],
      ['prospect', prospect, 'Prueba Formulario', 'prueba@example.org', noRelated],
    ].map(([kind, id, name, detail, included]) => ({
      kind,
      id,
      name,
      detail,
      idUser: detail === 'Rosa Méndez' ? owner : null,
      included,
      ...common,
    })),
  );
  expect(body.data).toMatchObject({
    total: 6,
    totalIsCapped: false,
    counts: { patient: 1, exam: 1, partner: 1, branch: 1, prospect: 1, exam_order: 1 },
  });
});

test('a branch that was deleted before its partner has a separate entry', async () => {
  const { db } = testApp().database;
  const partner = await addPartner(db);
  const [first, second] = [await addBranch(db, partner), await addBranch(db, partner)];
  await remove(first);
  await remove(partner);
  const found = await entries();
  expect(found.map(({ id }) => id)).toEqual([partner, first]);
  expect(found[0]?.included.branches).toBe(1);
  expect(found.map(({ id }) => id)).not.toContain(second);
});

test('records older than 30 days are not listed, and the days count down', async () => {
  const { db } = testApp().database;
  const [today = '', old = '', last = '', deleted = ''] = await addPatients(db, [{}, {}, {}, {}]);
  await remove(today, old, last, deleted);
  await agePatient(old, '25 days 1 minute');
  await agePatient(last, '29 days 23 hours');
  await agePatient(deleted, '30 days 1 second');
  const found = await entries();
  expect(found.map(({ id, daysLeft }) => [id, daysLeft])).toEqual([
    [today, 30],
    [old, 5],
    [last, 1],
  ]);
});

test('a restored record leaves the trash', async () => {
  const patient = await addPatient(testApp().database.db);
  await remove(patient);
  await testApp().staff.request({
    method: 'POST',
    url: '/v1/trash/restore',
    payload: { ids: [patient] },
  });
  expect(await entries()).toEqual([]);
});

test('the trash is filtered by kind and searched ignoring case, accents and phone formats', async () => {
  const { db } = testApp().database;
  const ana = await addPatient(db, { name: 'Ana Núñez', phone: '+52 55 1234 5678' });
  const written = await addProspect(db, { name: 'Nunez y compañía' });
  const exam = await addExam(db, await addPatient(db, { name: 'Otro Núñez' }));
  await addPatient(db, { name: 'Ana Núñez, que sigue' });
  await remove(ana, written, exam, await addPatient(db, { name: 'Luis' }));

  expect((await entries({ search: 'NUÑEZ' })).map(({ id }) => id).toSorted()).toEqual(
    [ana, written, exam].toSorted(),
  );
  expect((await entries({ search: '1234-5678' })).map(({ id }) => id)).toEqual([ana]);
  const { body } = await list({ search: 'nunez', kind: 'prospect' });
  expect(body.data.entries.map(({ id }) => id)).toEqual([written]);
  expect(body.data).toMatchObject({
    total: 1,
    counts: { patient: 1, exam: 1, prospect: 1, partner: 0, branch: 0, exam_order: 0 },
  });
});

describe('E-10.150: the trash page by page', () => {
  test.each(trashSorts)(
    'sorted by %s lists everything once, in order, even with equal instants and names',
    async (sort) => {
      const { db } = testApp().database;
      const ids = await addPatients(
        db,
        Array.from({ length: 23 }, (_, index) => ({ name: `Persona ${index % 3}` })),
      );
      await remove(...ids.slice(0, 12));
      await remove(...ids.slice(12));
      const whole = (await entries({ sort, limit: '100' })).map(({ id }) => id);
      const paged: string[] = [];
      let cursor: string | null = null;
      do {
        const { body } = await list({ sort, limit: '5', ...(cursor !== null && { cursor }) });
        paged.push(...body.data.entries.map(({ id }) => id));
        cursor = body.data.nextCursor;
      } while (cursor !== null);
      expect(paged).toEqual(whole);
      expect(new Set(paged)).toEqual(new Set(ids));
    },
  );

  test('lists kinds in the order of their names, and entries with the fewest days left first', async () => {
    const { db } = testApp().database;
    const owner = await addPatient(db, { name: 'Rosa' });
    const [patient, prospect, partner, exam] = [
      await addPatient(db, { name: 'Zoe' }),
      await addProspect(db, { name: 'Ana' }),
      await addPartner(db, { name: 'Beta' }),
      await addExam(db, owner),
    ];
    await remove(prospect, partner, exam);
    await remove(patient);
    await agePatient(patient, '20 days');
    const ids = async (sort: string) => (await entries({ sort })).map(({ id }) => id);
    expect(await ids('kind')).toEqual([exam, patient, partner, prospect]);
    expect(await ids('-kind')).toEqual([prospect, partner, patient, exam]);
    expect((await ids('daysLeft'))[0]).toBe(patient);
    expect((await ids('-daysLeft')).at(-1)).toBe(patient);
    expect(await ids('daysLeft')).toEqual(await ids('deletedAt'));
    const seen = await entries({ sort: 'deletedBy' });
    expect(new Set(seen.map(({ deletedBy }) => deletedBy)).size).toBe(1);
  });

  test('rejects a cursor of another order, and an unknown kind or order, with a 400', async () => {
    const { db } = testApp().database;
    await remove(...(await addPatients(db, [{}, {}])));
    const { body } = await list({ limit: '1' });
    const cursor = body.data.nextCursor ?? '';
    expect(await list({ cursor, sort: 'name' })).toMatchObject({
      status: 400,
      body: errorBody('CURSOR_INVALID'),
    });
    expect((await list({ kind: 'doctor' })).status).toBe(400);
    expect((await list({ sort: 'detail' })).status).toBe(400);
    expect((await list({ limit: '10000000' })).status).toBe(400);
  });
});

test('reading the trash leaves one audit row, without the search text', async () => {
  await remove(await addPatient(testApp().database.db, { name: 'Rosa Méndez' }));
  await list({ search: 'rosa', kind: 'patient' });
  const rows = await testApp()
    .database.db.select()
    .from(auditEvents)
    .where(eq(auditEvents.action, 'bin.listed'))
    .orderBy(auditEvents.id);
  expect(rows.at(-1)).toMatchObject({
    actorId: testApp().staff.id,
    details: { filter: { kind: 'patient', searched: true, continued: false }, count: 1 },
  });
  expect(JSON.stringify(rows)).not.toMatch(/rosa/i);
});
