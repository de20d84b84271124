import { eq, inArray } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditEvents } from '../../schema/audit.ts';
import { patients } from '../../schema/patients.ts';
import { sharedApplication } from '../../testing/application.ts';
import { makeSender } from '../../testing/calls/patient-changes.ts';
import { addPartner, addPatient, addPatients } from '../../testing/records.ts';

const testApp = sharedApplication();
const send = makeSender(testApp);
const change = (idUsers: readonly string[], status: unknown, headers?: Record<string, string>) =>
  send('PUT', '/v1/user/update-status', { idUsers, status }, headers);
const restore = (earlier: unknown) => send('PUT', '/v1/user/restore-status', { patients: earlier });
const remove = (idUsers: readonly string[]) => send('POST', '/v1/user/delete', { idUsers });

const db = () => testApp().database.db;

async function readStatuses(ids: readonly string[]) {
  const rows = await db()
    .select({ id: patients.id, status: patients.status, version: patients.version })
    .from(patients)
    .where(inArray(patients.id, [...ids]));
  return ids.map((id) => {
    const row = rows.find((candidate) => candidate.id === id);
    return [row?.status, row?.version];
  });
}

const addWithStatuses = (...statuses: (number | null)[]) =>
  addPatients(
    db(),
    statuses.map((status) => ({ status })),
  );

describe('a change of patients’ status', () => {
  test('E-7.83: sets it for all, increments their versions, and returns the earlier ones', async () => {
    const ids = await addWithStatuses(1, 7, null);
    const { data } = await change(ids, 2);
    expect(data?.updated).toBe(3);
    expect(data?.earlier).toEqual(
      expect.arrayContaining([
        { idUser: ids[0], status: 1, version: 2 },
        { idUser: ids[1], status: 7, version: 2 },
        { idUser: ids[2], status: null, version: 2 },
      ]),
    );
    expect(await readStatuses(ids)).toEqual([
      [2, 2],
      [2, 2],
      [2, 2],
    ]);
  });

  test('leaves an audit row for each patient', async () => {
    const ids = await addWithStatuses(1, 3);
    await change(ids, 4);
    const rows = await db().select().from(auditEvents).where(inArray(auditEvents.patientId, ids));
    expect(rows).toHaveLength(2);
    expect(rows).toMatchObject(
      rows.map(({ patientId }) => ({
        action: 'patient.status_changed',
        subjectId: patientId,
        details: {
          changes: { status: { from: patientId === ids[0] ? 1 : 3, to: 4 } },
          version: 2,
        },
      })),
    );
  });

  test('E-7.83: skips patients who have the status already, also in the audit and in the undo', async () => {
    const ids = await addWithStatuses(2, 1);
    const [same, other] = ids;
    const { data } = await change(ids, 2);
    expect(data).toEqual({ updated: 1, earlier: [{ idUser: other, status: 1, version: 2 }] });
    expect((await change(ids, 2)).data).toEqual({ updated: 0, earlier: [] });
    expect(await readStatuses(ids)).toEqual([
      [2, 1],
      [2, 2],
    ]);
    const rows = await db().select().from(auditEvents).where(inArray(auditEvents.patientId, ids));
    expect(rows.map(({ patientId }) => patientId)).toEqual([other]);
    expect((await restore(data?.earlier)).data).toEqual({ restored: 1, kept: 0 });
    expect(await readStatuses([same ?? ''])).toEqual([[2, 1]]);
  });

  test('accepts at most a thousand in one request', async () => {
    const ids = await addPatients(
      db(),
      Array.from({ length: 1001 }, () => ({ status: 1 })),
    );
    expect(await change(ids, 3)).toMatchObject({ status: 400, issues: [{ path: 'idUsers' }] });
    const thousand = ids.slice(0, 1000);
    expect((await change(thousand, 3)).data?.updated).toBe(1000);
    expect(new Set((await readStatuses(thousand)).map(([status]) => status))).toEqual(new Set([3]));
    expect(await readStatuses(ids.slice(1000))).toEqual([[1, 1]]);
  });

  test('applies to all patients or to no patient', async () => {
    const ids = await addWithStatuses(1, 2);
    const [deleted] = await addPatients(db(), [{ deletedAt: new Date() }]);
    const partner = await addPartner(db());
    for (const stranger of [deleted ?? '', 'usr_nobody', partner]) {
      expect(await change([...ids, stranger], 3)).toMatchObject({ status: 404 });
    }
    expect(await readStatuses(ids)).toEqual([
      [1, 1],
      [2, 1],
    ]);
  });

  test('counts a repeated id once, and a repeated key once', async () => {
    const [id = ''] = await addWithStatuses(1);
    const headers = { 'idempotency-key': `status-${id}` };
    for (let time = 0; time < 2; time += 1) {
      expect((await change([id, id], 2, headers)).data?.updated).toBe(1);
    }
    expect(await readStatuses([id])).toEqual([[2, 2]]);
  });

  test.each([0, 5, -1, 1.5, 'Test', null, [1]])(
    'returns a 400 for the status %j',
    async (status) => {
      const ids = await addWithStatuses(1);
      expect(await change(ids, status)).toMatchObject({ status: 400, code: 'BAD_REQUEST' });
      expect((await change([], 1)).status).toBe(400);
    },
  );
});

describe('undoing a change of patients’ status', () => {
  test('restores the earlier statuses, also those that users cannot set', async () => {
    const ids = await addWithStatuses(1, 2, 7, null);
    const { data } = await change(ids, 3);
    expect((await restore(data?.earlier)).data).toEqual({ restored: 4, kept: 0 });
    expect(await readStatuses(ids)).toEqual([
      [1, 3],
      [2, 3],
      [7, 3],
      [null, 3],
    ]);
  });

  test('E-7.83: skips patients who were changed or deleted afterwards', async () => {
    const [first = '', second = '', third = ''] = await addWithStatuses(1, 1, 1);
    const { data } = await change([first, second, third], 3);
    await send('PUT', '/v1/user/update', { idUser: second, name: 'Cambiada' });
    await remove([third]);
    expect((await restore(data?.earlier)).data).toEqual({ restored: 1, kept: 2 });
    expect((await readStatuses([first, second, third])).map(([status]) => status)).toEqual([
      1, 3, 3,
    ]);
    // A second undo changes nothing.
    expect((await restore(data?.earlier)).data).toEqual({ restored: 0, kept: 3 });
  });

  test('E-7.83: restores no status that the patient did not have before that version', async () => {
    const [id = '', untouched = ''] = await addWithStatuses(1, 1);
    await change([id], 2);
    await change([id], 3);
    for (const change of [
      { idUser: id, status: 7, version: 3 },
      { idUser: id, status: null, version: 3 },
      { idUser: id, status: 1, version: 3 },
      { idUser: untouched, status: 2, version: 1 },
    ]) {
      expect((await restore([change])).data).toEqual({ restored: 0, kept: 1 });
    }
    expect(await readStatuses([id, untouched])).toEqual([
      [3, 3],
      [1, 1],
    ]);
  });

  test.each([
    [[]],
    [[{ idUser: 'usr_x', status: 1 }]],
    [[{ idUser: 'x', status: 2 ** 40, version: 1 }]],
  ])('returns a 400 for %j', async (earlier) => {
    expect((await restore(earlier)).status).toBe(400);
  });
});

describe('simultaneous changes of patients’ status', () => {
  test('E-2.183: wait for changes and deletions of the same patients, in any order', async () => {
    const ids = await addWithStatuses(...Array.from({ length: 40 }, () => 1));
    const shuffled = (index: number) => (index % 2 ? ids.toReversed() : ids);
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, (_, index) => change(shuffled(index), 2 + (index % 3))),
      remove(ids.toReversed()),
      ...Array.from({ length: 6 }, (_, index) => change(shuffled(index), 2)),
    ]);
    // A change affects all patients before the deletion and none after it, without a deadlock or a partial
    // change.
    for (const { status } of answers) expect([200, 404]).toContain(status);
    const done = answers.filter(({ data }) => data?.updated === ids.length).length;
    const rows = await readStatuses(ids);
    expect(new Set(rows.map(String)).size).toBe(1);
    // The changes of all patients, and the deletion.
    expect(rows[0]?.[1]).toBe(2 + done);
  });

  test('an edit of an old version is rejected', async () => {
    const id = await addPatient(db(), { status: 1 });
    await change([id], 2);
    expect(
      await send('PUT', '/v1/user/update', { idUser: id, name: 'Tarde', version: 1 }),
    ).toMatchObject({ code: 'STALE_VERSION', details: { current: { status: 2, version: 2 } } });
    const [row] = await db().select().from(patients).where(eq(patients.id, id));
    expect(row?.name).not.toBe('Tarde');
  });
});
