import { hash } from 'node:crypto';
import { gt, max } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import { auditEvents } from '../../schema/audit.ts';
import { EVERY_RIGHT } from '../../testing/accounts/everybody.ts';
import { sharedApplication, TEST_OUTBOX } from '../../testing/application.ts';
import { requestExport } from '../../testing/calls/list-exports.ts';
import { queryAsOwner } from '../../testing/database.ts';
import { addCallRecords } from '../../testing/every-call/call-records.ts';
import { expected, makeRequest, routes } from '../../testing/every-call/expected-calls.ts';
import { UNREACHABLE_MODEL } from '../../testing/reports/reports.ts';

const testApp = sharedApplication({
  staffRoles: EVERY_RIGHT,
  outbox: TEST_OUTBOX,
  languageModel: UNREACHABLE_MODEL,
});

async function newestId(): Promise<number> {
  const [row] = await testApp()
    .database.db.select({ id: max(auditEvents.id) })
    .from(auditEvents);
  return row?.id ?? 0;
}

const rowsAfter = (id: number) =>
  testApp()
    .database.db.select()
    .from(auditEvents)
    .where(gt(auditEvents.id, id))
    .orderBy(auditEvents.id);

test('T-F1: the table of expected audit rows has every route, and no other', () => {
  expect(Object.keys(expected).sort()).toEqual(routes.map(({ name }) => name).sort());
});

/** The ids of the patients and prospects of an answer, unless it is a file. */
function personsIn({ headers, body }: LightMyRequestResponse): string[] {
  const isJson = String(headers['content-type']).startsWith('application/json');
  return isJson ? [...new Set(body.match(/\b(?:usr|prs)_[\w-]+/g))] : [];
}

describe('T-F1: exactly one audit row', () => {
  test.each(routes)(
    'T-K6: is left by $name with all shown patients, also for a repetition under an Idempotency-Key, unless a reason for its absence is listed',
    async ({ name, method }) => {
      const records = await addCallRecords(testApp());
      const { audits, why, namesPatient } = expected[name] ?? { audits: null };
      const request = await makeRequest(name, records);
      const key = method === 'GET' ? {} : { 'idempotency-key': crypto.randomUUID() };
      const headers = { ...request.headers, ...key };
      const before = await newestId();
      const answer = await testApp().staff.request({ ...request, headers });
      expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, '']);
      const rows = await rowsAfter(before);
      expect(rows.map(({ action }) => action)).toEqual(audits === null ? [] : [audits]);
      if (audits === null) expect(why).toBeTruthy();
      if (namesPatient) expect(rows[0]?.patientId).toBe(records.patient);
      expect(JSON.stringify(rows)).not.toMatch(/zenaida|xochitl|otro nombre|hormonal|cariotipo/i);
      const isKept = (person: string) =>
        rows.some(
          ({ patientId, subjectId, shown, shownSet }) =>
            [patientId, subjectId, ...(shown ?? [])].includes(person) ||
            shownSet?.includes(hash('sha256', person, 'buffer').subarray(0, 8)),
        );
      expect(personsIn(answer).filter((person) => !isKept(person))).toEqual([]);

      // The user's own account shows only data of its user. A repeated message of a landing page within a minute
      // changes nothing and shows nothing.
      const isUnseen = name.includes(' /v1/account/') || name === 'POST /v1/prospects';
      if (method === 'GET' || audits === null || isUnseen) return;
      const last = await newestId();
      const again = await testApp().staff.request({ ...request, headers });
      if (again.statusCode === 200) expect(await rowsAfter(last)).toHaveLength(1);
    },
  );

  test('T-D7: is left when an export is fetched, and another one when it ends', async () => {
    const { staff } = testApp();
    const url = await requestExport(staff, 'prospects');
    const before = await newestId();
    expect((await staff.request({ url })).statusCode).toBe(200);
    const rows = await rowsAfter(before);
    expect(rows.map(({ action }) => action)).toEqual(['list.exported', 'list.export_ended']);
  });
});

describe('T-F3: when the audit cannot be written', () => {
  beforeAll(async () => {
    const { database } = testApp();
    const role = `"${database.app.user}"`;
    await queryAsOwner(database, `revoke insert on audit_events from ${role}`);
    return () => queryAsOwner(database, `grant insert on audit_events to ${role}`).then(() => {});
  });

  test.each(routes.filter(({ name }) => expected[name]?.audits !== null))(
    '$name returns no data and changes nothing',
    async ({ name }) => {
      const records = await addCallRecords(testApp());
      const request = await makeRequest(name, records);
      const before = await digestTables();
      const answer = await testApp().staff.request(request);
      expect([answer.statusCode, answer.json().code]).toEqual([500, 'INTERNAL']);
      expect(answer.body).not.toMatch(/zenaida/i);
      expect(await digestTables()).toEqual(before);
    },
  );

  /** A digest of all the rows that a call could change. */
  async function digestTables() {
    const tables = ['patients', 'partners', 'branches', 'doctors', 'exams', 'doctor_appointments']
      .concat(['recipe_appointments', 'prospects', 'exam_orders', 'exam_order_downloads', 'files'])
      .concat(['replaced_files', 'record_ids', 'idempotency_keys']);
    const { rows } = await testApp().database.pool.query(
      tables
        .map(
          (table) =>
            `select '${table}', count(*), md5(string_agg(t::text, '|' order by t::text)) from ${table} t`,
        )
        .join(' union all '),
    );
    return rows;
  }
});
