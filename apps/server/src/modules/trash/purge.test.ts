import { and, eq, inArray, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SYSTEM_ACT } from '../../platform/act.ts';
import { auditEvents } from '../../schema/audit.ts';
import { examOrderDownloads, examOrders } from '../../schema/exam-orders.ts';
import { exams } from '../../schema/exams.ts';
import { files, pendingFiles } from '../../schema/files.ts';
import { recordIds } from '../../schema/operation/installation.ts';
import { branches, partners } from '../../schema/partners.ts';
import { patients } from '../../schema/patients.ts';
import { prospects } from '../../schema/prospects.ts';
import { sharedApplication } from '../../testing/application.ts';
import { fetchExport } from '../../testing/calls/list-exports.ts';
import {
  addBranch,
  addDoctor,
  addDoctorAppointment,
  addExam,
  addExamOrder,
  addFile,
  addOrderDownload,
  addPartner,
  addPatient,
  addProspect,
  addRecipeAppointment,
} from '../../testing/records.ts';
import { sweepFiles } from '../files/sweep.ts';
import { purgeTrash } from './purge-trash.ts';

const testApp = sharedApplication();
const db = () => testApp().database.db;
const purge = () => purgeTrash(db(), SYSTEM_ACT);

const tables = { patients, exams, examOrders, partners, branches, prospects };

/** Empties the trash. */
beforeEach(async () => {
  for (const table of Object.values(tables)) {
    await db().update(table).set({ deletedAt: null });
  }
  await db().update(patients).set({ blockedAt: null });
  await db().update(exams).set({ blockedAt: null });
});

async function remove(...idUsers: readonly string[]) {
  const answer = await testApp().staff.request({
    method: 'POST',
    url: '/v1/user/delete',
    payload: { idUsers },
  });
  expect(answer.statusCode, answer.body).toBe(200);
}

/** Backdates everything in the trash by this interval. */
async function age(interval: string) {
  for (const table of Object.values(tables)) {
    await db()
      .update(table)
      .set({ deletedAt: sql`deleted_at - ${interval}::interval` })
      .where(sql`deleted_at is not null`);
  }
}

async function readActs(...ids: readonly string[]) {
  const rows = await db()
    .select()
    .from(auditEvents)
    .where(
      and(inArray(auditEvents.subjectId, [...ids]), sql`${auditEvents.action} <> 'record.deleted'`),
    )
    .orderBy(auditEvents.id);
  return rows.map(({ action, actorKind, subjectKind, subjectId, patientId, details }) => [
    `${actorKind} ${action} ${subjectKind}`,
    subjectId,
    patientId,
    details,
  ]);
}

const isThere = async (table: (typeof tables)[keyof typeof tables], id: string) =>
  (await db().select({ id: table.id }).from(table).where(eq(table.id, id))).length === 1;

describe('purging after 30 days in the trash', () => {
  test('E-7.123, T-F7: a partner is purged with branches and logos, and so are prospects and orders, audited', async () => {
    const { store } = testApp();
    const logo = await addFile(db(), store);
    const partner = await addPartner(db(), { loginLogoId: logo, navLogoId: logo });
    const branch = await addBranch(db(), partner);
    const prospect = await addProspect(db());
    const patientId = await addPatient(db());
    const otherPartner = await addPartner(db());
    const order = await addExamOrder(db(), {
      patientId,
      partnerId: otherPartner,
      branchId: await addBranch(db(), otherPartner),
    });
    await addOrderDownload(db(), order);
    await remove(partner, prospect, order);
    await age('29 days 23 hours');
    expect(await purge()).toEqual({ purged: 0, blocked: 0 });
    await age('1 hour 1 second');
    expect(await purge()).toEqual({ purged: 4, blocked: 0 });

    expect(await isThere(partners, partner)).toBe(false);
    expect(await isThere(branches, branch)).toBe(false);
    expect(await isThere(prospects, prospect)).toBe(false);
    expect(await isThere(examOrders, order)).toBe(false);
    expect(await isThere(patients, patientId)).toBe(true);
    expect(await db().select().from(examOrderDownloads)).toEqual([]);
    expect(await readActs(partner, branch, prospect, order)).toEqual([
      ['system record.purged exam_order', order, patientId, null],
      ['system record.purged branch', branch, null, null],
      ['system record.purged partner', partner, null, null],
      ['system record.purged prospect', prospect, null, null],
    ]);
    // The logo has no record, and is removed by the next sweep.
    expect(await db().select().from(files).where(eq(files.id, logo))).toEqual([]);
    await db().update(pendingFiles).set({ createdAt: sql`now() - interval '2 hours'` });
    expect(await sweepFiles({ db: db(), store })).toBe(1);
    // The ids are never used again.
    const ids = [partner, branch, prospect, order];
    expect(await db().select().from(recordIds).where(inArray(recordIds.id, ids))).toHaveLength(4);
  });

  test('a partner and a branch that an order or exam names stay, but in no list', async () => {
    const [partner, laboratory] = [await addPartner(db()), await addPartner(db())];
    const branchId = await addBranch(db(), partner);
    const patientId = await addPatient(db());
    const order = await addExamOrder(db(), { patientId, partnerId: partner, branchId });
    await addExam(db(), patientId, { laboratoryId: laboratory });
    await remove(partner, laboratory);
    await age('31 days');
    expect(await purge()).toEqual({ purged: 0, blocked: 0 });
    expect((await testApp().staff.get(`/v1/exam-orders?idUser=${patientId}`)).body).toMatchObject({
      data: { orders: [{ idOrder: order }] },
    });
    await db().delete(examOrders).where(eq(examOrders.id, order));
    await db().delete(exams).where(eq(exams.patientId, patientId));
    expect(await purge()).toEqual({ purged: 3, blocked: 0 });
  });

  test('T-F7: everything is purged once, in any amount and by simultaneous runs', async () => {
    const partner = await addPartner(db());
    for (let index = 0; index < 230; index += 1) await addBranch(db(), partner);
    await remove(partner);
    await age('31 days');
    const runs = await Promise.all([purge(), purge(), purge()]);
    expect(runs.map(({ purged }) => purged).reduce((sum, count) => sum + count)).toBe(231);
    expect(await isThere(partners, partner)).toBe(false);
  });

  test('a run that is stopped ends between two steps, and the next one continues', async () => {
    const prospect = await addProspect(db());
    await remove(prospect);
    await age('31 days');
    await expect(purgeTrash(db(), SYSTEM_ACT, AbortSignal.abort())).rejects.toThrow();
    expect(await isThere(prospects, prospect)).toBe(true);
    expect(await purge()).toEqual({ purged: 1, blocked: 0 });
  });
});

describe('E-7.123, T-F7: a patient after 30 days in the trash', () => {
  const NAME = 'Zenaida Xochitl';
  let patientId: string;
  let exam: string;
  let file: string;
  let doctorId: string;
  let order: string;

  beforeAll(async () => {
    patientId = await addPatient(db(), { name: NAME, email: 'zenaida@example.org' });
    file = await addFile(db(), testApp().store);
    exam = await addExam(db(), patientId, { fileId: file, createdAt: new Date() });
    doctorId = await addDoctor(db());
    await addDoctorAppointment(db(), { patientId, doctorId }, { startsAt: new Date() });
    await addRecipeAppointment(db(), patientId, { startsAt: new Date() });
    const partnerId = await addPartner(db());
    const branchId = await addBranch(db(), partnerId);
    order = await addExamOrder(db(), { patientId, partnerId, branchId });
    await addOrderDownload(db(), order);
    await testApp().staff.get(`/v1/user/get-one?idUser=${patientId}`);
  });

  beforeEach(async () => {
    await remove(order);
    await remove(patientId);
    await age('31 days');
    // An API client may delete an exam after its patient.
    await remove(exam);
    expect(await purge()).toEqual({ purged: 0, blocked: 1 });
  });

  test('is blocked with all related records, audited', async () => {
    const [row] = await db().select().from(patients).where(eq(patients.id, patientId));
    expect(row?.blockedAt).toBeInstanceOf(Date);
    expect(await isThere(exams, exam)).toBe(true);
    expect(await isThere(examOrders, order)).toBe(true);
    expect((await readActs(patientId)).at(-1)).toEqual([
      'system record.blocked patient',
      patientId,
      patientId,
      null,
    ]);
    expect(await purge()).toEqual({ purged: 0, blocked: 0 });
  });

  test.each([
    '/v1/user/list',
    `/v1/user/list?search=${NAME.slice(0, 7)}`,
    '/v1/user/get-all',
    '/v1/trash/list',
    '/v1/trash/list?search=zenaida',
    '/v1/exam/list?start=2020-01-01&end=2026-12-31',
    '/v1/exam-orders/downloads',
    '/v1/dashboard/activity?start=2026-01-01&end=2026-12-31',
    '/v1/doctor/list',
  ])('is in no answer of %s', async (url) => {
    const { status, body } = await testApp().staff.get(url);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(JSON.stringify(body)).not.toMatch(/zenaida/i);
  });

  test.each(['zenaida', ''])('is not found by the search for «%s»', async (search) => {
    const answer = await testApp().staff.request({
      method: 'POST',
      url: '/v1/search',
      payload: { text: search },
    });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.body).not.toMatch(/zenaida/i);
  });

  test('is in no export, and none of the patient’s records can be read or restored', async () => {
    for (const [list, filters] of [
      ['patients', {}],
      ['trash', {}],
      ['orderDownloads', {}],
      ['exams', { start: '2020-01-01', end: '2026-12-31' }],
    ] as const) {
      const { answer } = await fetchExport(testApp().staff, list, filters);
      expect(answer.body, list).not.toMatch(/zenaida/i);
    }
    for (const url of [
      `/v1/user/get-one?idUser=${patientId}`,
      `/v1/user/get-medical-history-patient?idUser=${patientId}`,
      `/v1/exam-orders?idUser=${patientId}`,
      `/v1/files/${file}`,
    ]) {
      expect((await testApp().staff.get(url)).status, url).toBe(404);
    }
    for (const ids of [[patientId], [exam], [order], [exam, patientId]]) {
      const answer = await testApp().staff.request({
        method: 'POST',
        url: '/v1/trash/restore',
        payload: { ids },
      });
      expect([404, 409]).toContain(answer.statusCode);
    }
  });

  test('an exam that was deleted individually is blocked individually', async () => {
    const other = await addPatient(db());
    const study = await addExam(db(), other);
    await remove(study);
    await age('31 days');
    // The days of the blocked patient's exam are over too.
    expect(await purge()).toEqual({ purged: 0, blocked: 2 });
    expect(await isThere(exams, study)).toBe(true);
    expect(await readActs(study)).toEqual([['system record.blocked exam', study, other, null]]);
  });
});
