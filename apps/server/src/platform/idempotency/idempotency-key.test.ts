import { errorBody } from '@simiente/contract/common/errors';
import { eq, inArray } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditEvents } from '../../schema/audit.ts';
import { idempotencyKeys } from '../../schema/operation/installation.ts';
import { patients } from '../../schema/patients.ts';
import { sharedApplication, type TestStaff } from '../../testing/application.ts';
import { addPatient, newId } from '../../testing/records.ts';

const testApp = sharedApplication();

async function send(
  staff: TestStaff,
  key: string,
  idUsers: readonly string[],
  url = '/v1/user/delete',
) {
  const answer = await staff.request({
    method: 'POST',
    url,
    payload: url === '/v1/user/delete' ? { idUsers } : { ids: idUsers },
    headers: { 'idempotency-key': key },
  });
  return { status: answer.statusCode, body: answer.json<unknown>() };
}

async function readVersion(id: string) {
  const [row] = await testApp().database.db.select().from(patients).where(eq(patients.id, id));
  return row?.version;
}

const deleted = { status: 200, body: { status: 200, data: { deleted: 1 } } };
const reused = { status: 409, body: errorBody('IDEMPOTENCY_KEY_REUSED') };

describe('a change with an Idempotency-Key', () => {
  test('T-H2: a repeated change gets the first answer and changes nothing', async () => {
    const { database, staff } = testApp();
    const id = await addPatient(database.db);
    const key = newId('key');
    expect(await send(staff, key, [id])).toEqual(deleted);
    expect(await send(staff, key, [id])).toEqual(deleted);
    expect(await readVersion(id)).toBe(2);
    // After an undo, too, the first answer is repeated, and the record stays.
    await send(staff, newId('key'), [id], '/v1/trash/restore');
    expect(await send(staff, key, [id])).toEqual(deleted);
    expect(await readVersion(id)).toBe(3);
    const acts = await database.db.select().from(auditEvents).where(eq(auditEvents.subjectId, id));
    expect(acts.map(({ action }) => action)).toEqual(['record.deleted', 'record.restored']);
  });

  test('T-H2: a change that is sent many times simultaneously is made once', async () => {
    const { database, staff } = testApp();
    const id = await addPatient(database.db);
    const key = newId('key');
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(staff, key, [id])));
    for (const answer of answers) expect(answer).toEqual(deleted);
    expect(await readVersion(id)).toBe(2);
    const acts = await database.db.select().from(auditEvents).where(eq(auditEvents.subjectId, id));
    expect(acts).toHaveLength(1);
  });

  test('another request under the same key is rejected', async () => {
    const { database, staff } = testApp();
    const [one, other] = [await addPatient(database.db), await addPatient(database.db)];
    const key = newId('key');
    expect(await send(staff, key, [one])).toEqual(deleted);
    expect(await send(staff, key, [other])).toEqual(reused);
    expect(await send(staff, key, [one, other])).toEqual(reused);
    // Equal ids in another call are another request too.
    expect(await send(staff, key, [one], '/v1/trash/restore')).toEqual(reused);
    expect([await readVersion(one), await readVersion(other)]).toEqual([2, 1]);
  });

  test('the same key of another user is another change', async () => {
    const { database, staff, signInAs } = testApp();
    const other = await signInAs('otra@simiente.example');
    const [ownPatient, otherPatient] = [
      await addPatient(database.db),
      await addPatient(database.db),
    ];
    const key = newId('key');
    expect(await send(staff, key, [ownPatient])).toEqual(deleted);
    expect(await send(other, key, [otherPatient])).toEqual(deleted);
    expect(await send(other, key, [ownPatient])).toEqual(reused);
    expect([await readVersion(ownPatient), await readVersion(otherPatient)]).toEqual([2, 2]);
  });

  test('a failed change leaves its key unused', async () => {
    const { database, staff } = testApp();
    const id = newId('usr');
    const key = newId('key');
    expect((await send(staff, key, [id])).status).toBe(404);
    await addPatient(database.db, { id });
    expect(await send(staff, key, [id])).toEqual(deleted);
  });

  test('a second key is another change', async () => {
    const { database, staff } = testApp();
    const id = await addPatient(database.db);
    expect(await send(staff, newId('key'), [id])).toEqual(deleted);
    expect((await send(staff, newId('key'), [id])).status).toBe(404);
  });

  test('a key has 1 to 200 characters', async () => {
    const { database, staff } = testApp();
    const ids = [await addPatient(database.db), await addPatient(database.db)];
    expect((await send(staff, 'k'.repeat(200), ids.slice(0, 1))).status).toBe(200);
    for (const key of ['k'.repeat(201), '']) {
      expect(await send(staff, key, ids.slice(1))).toMatchObject({
        status: 400,
        body: { issues: [{ path: 'Idempotency-Key' }] },
      });
    }
    expect(await readVersion(ids[1] ?? '')).toBe(1);
  });

  test('the answer is stored, and of the request only a digest', async () => {
    const { database, staff } = testApp();
    const id = await addPatient(database.db);
    const key = newId('key');
    await send(staff, key, [id]);
    const rows = await database.db
      .select()
      .from(idempotencyKeys)
      .where(inArray(idempotencyKeys.key, [key]));
    expect(rows).toMatchObject([{ actorId: staff.id, answer: { deleted: 1 } }]);
    expect(JSON.stringify(rows)).not.toContain(id);
  });
});
