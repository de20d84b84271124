import { errorBody } from '@simiente/contract/common/errors';
import { asc, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { auditEvents } from '../../schema/audit.ts';
import { listExports } from '../../schema/operation/installation.ts';
import { sharedApplication } from '../../testing/application.ts';
import { emptyLists, fetchExport, requestExport } from '../../testing/calls/list-exports.ts';
import { addPatients } from '../../testing/records.ts';
import { sweepExports } from './calls.ts';

const testApp = sharedApplication();
const db = () => testApp().database.db;
const staff = () => testApp().staff;

beforeEach(() => emptyLists(db()));

/** The audit rows of exports since the beginning of the test, in order. */
async function readAudited(work: () => Promise<unknown>) {
  const [last] = await db()
    .select({ id: sql<number>`coalesce(max(${auditEvents.id}), 0)` })
    .from(auditEvents);
  await work();
  return db()
    .select()
    .from(auditEvents)
    .where(sql`${auditEvents.id} > ${last?.id ?? 0} and ${auditEvents.action} like 'list.%'`)
    .orderBy(asc(auditEvents.id));
}

describe('access to an export of a list', () => {
  test('E-10.138, T-B1: needs a session', async () => {
    const url = await requestExport(staff(), 'patients');
    for (const request of [
      { url },
      { method: 'POST', url: '/v1/exports', payload: { list: 'patients', filters: {} } } as const,
    ]) {
      const answer = await testApp().app.inject(request);
      expect([answer.statusCode, answer.json()]).toEqual([401, errorBody('UNAUTHORIZED')]);
    }
  });

  test('E-10.138, T-B2, T-B4: is limited to the user who requested it', async () => {
    const url = await requestExport(staff(), 'patients');
    const other = await testApp().signInAs('otra@simiente.example');
    const rows = await readAudited(async () => {
      const answer = await other.request({ url });
      expect([answer.statusCode, answer.json()]).toEqual([404, errorBody('NOT_FOUND')]);
    });
    expect(rows).toEqual([]);
    expect((await staff().request({ url })).statusCode).toBe(200);
  });

  test('E-10.138: expires after five minutes and is deleted with its filters', async () => {
    const url = await requestExport(staff(), 'patients', { search: 'Méndez' });
    const id = url.split('/').at(-1) ?? '';
    const setAge = (minutes: number) =>
      db()
        .update(listExports)
        .set({ createdAt: sql`now() - make_interval(mins => ${minutes})` })
        .where(eq(listExports.id, id));
    await setAge(4);
    await sweepExports(db());
    expect((await staff().request({ url })).statusCode).toBe(200);
    await setAge(6);
    expect((await staff().request({ url })).statusCode).toBe(404);
    await sweepExports(db());
    expect(await db().select().from(listExports).where(eq(listExports.id, id))).toEqual([]);
  });

  test.each(['nada', 'exp_00000000-0000-0000-0000-000000000000', '%00', '..%2f', 'a'.repeat(2000)])(
    'returns a 404 for %j',
    async (id) => {
      const answer = await staff().request({ url: `/v1/exports/${id}` });
      expect(answer.statusCode).toBe(404);
    },
  );

  test('reads nothing for a HEAD', async () => {
    const url = await requestExport(staff(), 'patients');
    expect((await staff().request({ method: 'HEAD', url })).statusCode).toBe(404);
  });
});

test.each([
  [{ list: 'staff', filters: {} }],
  [{ list: 'patients' }],
  [{ list: 'patients', filters: { status: 9 } }],
  [{ list: 'patients', filters: { sort: 'password' } }],
  [{ list: 'patients', filters: { limit: 1 } }],
  [{ list: 'patients', filters: { state: 'all' } }],
  [{ list: 'doctors', filters: { status: 1 } }],
  [{ list: 'patients', filters: { search: 'x'.repeat(201) } }],
  [{ list: 'patients', filters: { search: 'a\u0000' } }],
  [{ list: '__proto__', filters: {} }],
  [{ list: 'patients', filters: {}, staffId: 'x' }],
  [[]],
])('T-B3: %j is rejected', async (payload) => {
  const answer = await staff().request({ method: 'POST', url: '/v1/exports', payload });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ code: 'BAD_REQUEST' });
});

describe('T-F1: the audit of an export', () => {
  test('E-10.138: has the account, list, filters and number of rows, without the search text', async () => {
    await addPatients(db(), [
      { name: 'Ana Méndez', status: 1 },
      { name: 'Eva Méndez', status: 1 },
    ]);
    const rows = await readAudited(() =>
      fetchExport(staff(), 'patients', { status: 1, search: 'Méndez' }),
    );
    expect(
      rows.map(({ action, actorId, subjectKind, details }) => [
        action,
        actorId,
        subjectKind,
        details,
      ]),
    ).toEqual([
      [
        'list.exported',
        staff().id,
        'export',
        {
          list: 'patients',
          format: 'csv',
          filter: {
            status: 1,
            upcoming: false,
            incomplete: false,
            withoutNotice: false,
            sort: '-createDate',
            searched: true,
          },
        },
      ],
      [
        'list.export_ended',
        staff().id,
        'export',
        { list: 'patients', format: 'csv', rows: 2, complete: true },
      ],
    ]);
    expect(JSON.stringify(rows)).not.toContain('ndez');
  });

  test('has a row for each fetch', async () => {
    const rows = await readAudited(async () => {
      const url = await requestExport(staff(), 'patients');
      await staff().request({ url });
      await staff().request({ url });
    });
    expect(rows).toHaveLength(4);
  });
});
