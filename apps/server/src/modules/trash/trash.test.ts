import { success } from '@simiente/contract/common/call';
import { errorBody } from '@simiente/contract/common/errors';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { auditEvents } from '../../schema/audit.ts';
import { branches, partners } from '../../schema/partners.ts';
import { patients } from '../../schema/patients.ts';
import { prospects } from '../../schema/prospects.ts';
import { sharedApplication } from '../../testing/application.ts';
import {
  addBranch,
  addDoctor,
  addExam,
  addExamOrder,
  addPartner,
  addPatient,
  addPatients,
  addProspect,
  newId,
} from '../../testing/records.ts';

const running = sharedApplication();

async function post(url: string, payload: object) {
  const answer = await running().staff.request({ method: 'POST', url, payload });
  return { status: answer.statusCode, body: answer.json<unknown>() };
}
const remove = (...idUsers: readonly string[]) => post('/v1/user/delete', { idUsers });
const restore = (...ids: readonly string[]) => post('/v1/trash/restore', { ids });
const notFound = { status: 404, body: errorBody('NOT_FOUND') };
const deleted = (count: number) => ({
  status: 200,
  body: { status: 200, data: { deleted: count } },
});
const restored = (count: number) => ({
  status: 200,
  body: { status: 200, data: { restored: count } },
});

const tables = { patients, partners, branches, prospects };

/** Where a record is, and how often it changed. */
async function stateOf(kind: keyof typeof tables, id: string) {
  const table = tables[kind];
  const [row] = await running()
    .database.db.select({
      deletedAt: table.deletedAt,
      deletedBy: table.deletedBy,
      deletionId: table.deletionId,
      version: table.version,
    })
    .from(table)
    .where(eq(table.id, id));
  if (!row) throw new Error(`${id} is gone altogether`);
  return { ...row, binned: row.deletedAt !== null };
}

/** What the audit says of records. */
async function acts(...ids: readonly string[]) {
  return running()
    .database.db.select()
    .from(auditEvents)
    .where(inArray(auditEvents.subjectId, [...ids]))
    .orderBy(auditEvents.id);
}

const binSince = (table: typeof patients | typeof partners, id: string, interval: string) =>
  running()
    .database.db.update(table)
    .set({ deletedAt: sql`now() - ${interval}::interval`, deletionId: 'earlier' })
    .where(eq(table.id, id));

/** One record of each kind that can be deleted: a patient, a partner with two branches, a prospect. */
async function oneOfEach() {
  const { db } = running().database;
  const partner = await addPartner(db);
  return {
    patient: await addPatient(db),
    partner,
    first: await addBranch(db, partner),
    second: await addBranch(db, partner),
    prospect: await addProspect(db),
  };
}

describe('a deletion', () => {
  test('takes one record: out of the lists, into the bin, by whom and when', async () => {
    const { database, staff } = running();
    const id = await addPatient(database.db, { version: 3 });
    expect(await remove(id)).toEqual(deleted(1));
    expect(await stateOf('patients', id)).toMatchObject({
      binned: true,
      deletedBy: staff.id,
      deletionId: expect.any(String),
      version: 4,
    });
    expect((await staff.get(`/v1/user/get-one?idUser=${id}`)).status).toBe(404);
    expect(JSON.stringify((await staff.get('/v1/user/get-all')).body)).not.toContain(id);
  });

  test('takes kinds together, a partner with its branches, in one act of each', async () => {
    const { patient, partner, first, second, prospect } = await oneOfEach();
    const stays = await addBranch(running().database.db, await addPartner(running().database.db));
    expect(await remove(prospect, partner, patient, first)).toEqual(deleted(4));
    for (const [kind, id] of [
      ['patients', patient],
      ['partners', partner],
      ['branches', first],
      ['branches', second],
      ['prospects', prospect],
    ] as const) {
      expect(await stateOf(kind, id), id).toMatchObject({ binned: true, version: 2 });
    }
    expect((await stateOf('branches', stays)).binned).toBe(false);

    const rows = await acts(patient, partner, first, second, prospect);
    expect(
      rows
        .map(({ action, subjectKind, subjectId, patientId }) => [
          action,
          subjectKind,
          subjectId,
          patientId,
        ])
        .toSorted(),
    ).toEqual(
      [
        ['record.deleted', 'branch', first, null],
        ['record.deleted', 'branch', second, null],
        ['record.deleted', 'partner', partner, null],
        ['record.deleted', 'patient', patient, patient],
        ['record.deleted', 'prospect', prospect, null],
      ].toSorted(),
    );
    expect(new Set(rows.map(({ details }) => details?.deletion)).size).toBe(1);
  });

  test('takes 1 000 at once, and brings them back', async () => {
    const { db } = running().database;
    const ids = await addPatients(
      db,
      Array.from({ length: 1000 }, (_, index) => ({ name: `Mil ${index}` })),
    );
    expect(await remove(...ids)).toEqual(deleted(1000));
    expect(await restore(...ids)).toEqual(restored(1000));
    const rows = await db
      .select({ action: auditEvents.action, subjectId: auditEvents.subjectId })
      .from(auditEvents)
      .where(inArray(auditEvents.subjectId, ids));
    expect(rows).toHaveLength(2000);
    expect(new Set(rows.map(({ action, subjectId }) => action + subjectId)).size).toBe(2000);
  });

  test('counts an id that comes twice once', async () => {
    const id = await addPatient(running().database.db);
    expect(await remove(id, id, id)).toEqual(deleted(1));
    expect(await stateOf('patients', id)).toMatchObject({ binned: true, version: 2 });
    expect(await acts(id)).toHaveLength(1);
    expect(await restore(id, id)).toEqual(restored(1));
  });

  test('is all or nothing: one id that is not there leaves all the others', async () => {
    const { db } = running().database;
    const { patient, partner, first, prospect } = await oneOfEach();
    const gone = await addPatient(db);
    await remove(gone);
    for (const missing of [newId('usr'), gone]) {
      expect(await remove(patient, partner, first, prospect, missing)).toEqual(notFound);
      expect(await remove(missing, patient)).toEqual(notFound);
    }
    expect(await stateOf('patients', patient)).toMatchObject({ binned: false, version: 1 });
    expect(await stateOf('partners', partner)).toMatchObject({ binned: false, version: 1 });
    expect(await stateOf('branches', first)).toMatchObject({ binned: false, version: 1 });
    expect(await stateOf('prospects', prospect)).toMatchObject({ binned: false, version: 1 });
    expect(await acts(patient, partner, first, prospect)).toEqual([]);
    expect(await stateOf('patients', gone)).toMatchObject({ version: 2 });
  });

  test('knows no record of a kind that is not deleted like this', async () => {
    const { db } = running().database;
    const patient = await addPatient(db);
    const doctor = await addDoctor(db);
    for (const id of [doctor, running().staff.id]) {
      expect(await remove(patient, id)).toEqual(notFound);
    }
    expect((await stateOf('patients', patient)).binned).toBe(false);
  });

  test.each([
    ['no id', { idUsers: [] }],
    ['1 001 ids', { idUsers: Array.from({ length: 1001 }, (_, index) => `usr_${index}`) }],
    ['no list', {}],
    ['a text for a list', { idUsers: 'usr_1' }],
    ['an object for a list', { idUsers: { 0: 'usr_1' } }],
    ['a number for an id', { idUsers: [1] }],
    ['null for an id', { idUsers: [null] }],
    ['an empty id', { idUsers: [''] }],
    ['SQL for an id', { idUsers: ["x' or true --"] }],
    ['a NUL in an id', { idUsers: ['usr\u0000'] }],
    ['another field beside', { idUsers: ['usr_1'], deletedBy: 'x' }],
  ])('T-C2: with %s is a 400', async (_, payload) => {
    expect(await post('/v1/user/delete', payload)).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST', issues: expect.any(Array) },
    });
  });
});

describe('a restoration', () => {
  test('brings back what went, as it was but for its version', async () => {
    const id = await addPatient(running().database.db);
    await remove(id);
    expect(await restore(id)).toEqual(restored(1));
    expect(await stateOf('patients', id)).toEqual({
      deletedAt: null,
      deletedBy: null,
      deletionId: null,
      version: 3,
      binned: false,
    });
    expect((await running().staff.get(`/v1/user/get-one?idUser=${id}`)).body).toMatchObject({
      data: { version: 3 },
    });
    expect((await acts(id)).map(({ action }) => action)).toEqual([
      'record.deleted',
      'record.restored',
      'patient.read',
    ]);
  });

  test('of a partner brings back the branches that went with it, and no others', async () => {
    const { partner, first, second } = await oneOfEach();
    await remove(first);
    await remove(partner);
    expect(await restore(partner)).toEqual(restored(1));
    expect((await stateOf('partners', partner)).binned).toBe(false);
    expect((await stateOf('branches', second)).binned).toBe(false);
    expect((await stateOf('branches', first)).binned).toBe(true);
    expect((await acts(second)).map(({ action }) => action)).toEqual([
      'record.deleted',
      'record.restored',
    ]);
    expect(await restore(first)).toEqual(restored(1));
  });

  test('of a branch whose partner is in the bin is a conflict, unless both are asked for', async () => {
    const { partner, first, second } = await oneOfEach();
    await remove(first);
    await remove(partner);
    for (const branch of [first, second]) {
      expect(await restore(branch)).toEqual({
        status: 409,
        body: errorBody('RESTORE_PARENT_DELETED', {
          details: { parents: [{ kind: 'partner', id: partner, name: 'Clínica Norte' }] },
        }),
      });
      expect((await stateOf('branches', branch)).binned).toBe(true);
    }
    expect(await restore(first, partner)).toEqual(restored(2));
    for (const branch of [first, second]) {
      expect((await stateOf('branches', branch)).binned).toBe(false);
    }
  });

  test('of an exam or an order whose patient is in the bin is a conflict, unless they come along', async () => {
    const { db } = running().database;
    const patientId = await addPatient(db, { name: 'Ana Pérez' });
    const partnerId = await addPartner(db);
    const branchId = await addBranch(db, partnerId);
    const exam = await addExam(db, patientId);
    const order = await addExamOrder(db, { patientId, partnerId, branchId });
    await remove(exam, order);
    await remove(patientId);
    const parents = [{ kind: 'patient', id: patientId, name: 'Ana Pérez' }];
    for (const id of [exam, order]) {
      expect(await restore(id)).toEqual({
        status: 409,
        body: errorBody('RESTORE_PARENT_DELETED', { details: { parents } }),
      });
    }
    // Each told of the patient: to be told is to look.
    const told = (await acts(patientId)).filter(({ action }) => action === 'record.shown');
    expect(told).toMatchObject(
      [exam, order].map(() => ({ patientId, details: { code: 'RESTORE_PARENT_DELETED' } })),
    );
    expect(await restore(exam, patientId, order)).toEqual(restored(3));
  });

  test('is there for 30 days, and not after', async () => {
    const { db } = running().database;
    const [patient, partner] = [await addPatient(db), await addPartner(db)];
    await binSince(patients, patient, '30 days 1 second');
    expect(await restore(patient)).toEqual(notFound);
    await binSince(patients, patient, '29 days 23 hours 59 minutes');
    expect(await restore(patient)).toEqual(restored(1));
    await binSince(partners, partner, '31 days');
    expect(await restore(partner)).toEqual(notFound);
    expect((await stateOf('partners', partner)).binned).toBe(true);
  });

  test('is all or nothing', async () => {
    const { db } = running().database;
    const [binned, present] = [await addPatient(db), await addPatient(db)];
    await remove(binned);
    for (const id of [present, newId('usr'), await addExam(db, present)]) {
      expect(await restore(binned, id)).toEqual(notFound);
    }
    expect(await stateOf('patients', binned)).toMatchObject({ binned: true, version: 2 });
    expect(await restore(binned)).toEqual(restored(1));
  });

  test.each([
    ['no id', { ids: [] }],
    ['1 001 ids', { ids: Array.from({ length: 1001 }, (_, index) => `usr_${index}`) }],
    ['the field of the other call', { idUsers: ['usr_1'] }],
  ])('with %s is a 400', async (_, payload) => {
    expect((await post('/v1/trash/restore', payload)).status).toBe(400);
  });
});

describe('T-H4: at the same time', () => {
  const statusOf = ({ status }: { status: number }) => status;

  test('one deletion of a record succeeds, however many try', async () => {
    const id = await addPatient(running().database.db);
    const answers = await Promise.all(Array.from({ length: 8 }, () => remove(id)));
    expect(answers.map(statusOf).toSorted()).toEqual([200, 404, 404, 404, 404, 404, 404, 404]);
    expect(await stateOf('patients', id)).toMatchObject({ binned: true, version: 2 });
    expect(await acts(id)).toHaveLength(1);
  });

  test('one restoration of a record succeeds, however many try', async () => {
    const id = await addPatient(running().database.db);
    await remove(id);
    const answers = await Promise.all(Array.from({ length: 8 }, () => restore(id)));
    expect(answers.map(statusOf).toSorted()).toEqual([200, 404, 404, 404, 404, 404, 404, 404]);
    expect(await stateOf('patients', id)).toMatchObject({ binned: false, version: 3 });
  });

  test('deletions that share records, in any order of their ids, neither stick nor mix', async () => {
    const { db } = running().database;
    const ids = await addPatients(
      db,
      Array.from({ length: 40 }, () => ({ name: 'Común' })),
    );
    const windows = Array.from({ length: 12 }, (_, index) => ids.slice(index * 3, index * 3 + 6));
    const answers = await Promise.all(
      windows.map((some, index) => remove(...(index % 2 === 0 ? some : some.toReversed()))),
    );
    expect(answers.every(({ status }) => status === 200 || status === 404)).toBe(true);
    // Every record that went, went in exactly one of the deletions that succeeded.
    const taken = windows.filter((_, index) => answers[index]?.status === 200).flat();
    expect(new Set(taken).size).toBe(taken.length);
    const binned = await db
      .select({ id: patients.id, version: patients.version })
      .from(patients)
      .where(and(inArray(patients.id, ids), sql`deleted_at is not null`));
    expect(binned.map(({ id }) => id).toSorted()).toEqual(taken.toSorted());
    expect(binned.every(({ version }) => version === 2)).toBe(true);
  });

  test('a partner and its branches, each deleted by somebody else, do not deadlock', async () => {
    const { db } = running().database;
    for (let round = 0; round < 10; round += 1) {
      const partner = await addPartner(db);
      const own = await Promise.all(Array.from({ length: 6 }, () => addBranch(db, partner)));
      const answers = await Promise.all([
        remove(partner),
        remove(...own, partner),
        remove(...own.toReversed()),
        remove(own[0] ?? '', partner),
      ]);
      expect(answers.every(({ status }) => status === 200 || status === 404)).toBe(true);
      expect(answers.map(statusOf)).toContain(200);
    }
  });

  test('a branch does not come back to a partner that is just going', async () => {
    const { db } = running().database;
    for (let round = 0; round < 10; round += 1) {
      const partner = await addPartner(db);
      const branch = await addBranch(db, partner);
      await remove(branch);
      const [back, gone] = await Promise.all([restore(branch), remove(partner)]);
      expect(gone).toEqual(deleted(1));
      expect([200, 409]).toContain(back.status);
      // Back first: then it went again with its partner. The partner first: then it stayed there.
      expect((await stateOf('branches', branch)).binned).toBe(true);
    }
  });
});

test('the answers have the form of the contract', async () => {
  const id = await addPatient(running().database.db);
  const answer = await remove(id);
  expect(success(z.strictObject({ deleted: z.literal(1) })).parse(answer.body)).toBeTruthy();
});
