import { recordPath } from '@simiente/contract/patient-record/calls';
import { gt, inArray, max, sql } from 'drizzle-orm';
import type { InjectOptions } from 'fastify';
import { pino } from 'pino';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { buildApp } from '../../app.ts';
import { NO_REQUEST } from '../../platform/act.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { auditEvents } from '../../schema/audit.ts';
import { patients } from '../../schema/patients.ts';
import { EVERY_RIGHT } from '../../testing/accounts/everybody.ts';
import { sharedApplication, TEST_OUTBOX, TEST_SECRET } from '../../testing/application.ts';
import { requestExport } from '../../testing/calls/list-exports.ts';
import { newSurname, peopleRequests } from '../../testing/calls/people-requests.ts';
import { addCallRecords } from '../../testing/every-call/call-records.ts';
import { expected, makeRequest, routes } from '../../testing/every-call/expected-calls.ts';
import { LONG_WAIT } from '../../testing/long-wait.ts';
import { addPatients } from '../../testing/records.ts';
import { UNREACHABLE_MODEL } from '../../testing/reports/reports.ts';
import { opensRecord } from './count-reads.ts';
import { type AuditAction, auditActions } from './entry.ts';
import { writeAudit } from './public.ts';

const LIMIT = 3;
const testApp = sharedApplication({
  staffRoles: EVERY_RIGHT,
  outbox: TEST_OUTBOX,
  languageModel: UNREACHABLE_MODEL,
  readsPerHour: LIMIT,
});
const db = () => testApp().database.db;
const isAction = (name: string): name is AuditAction =>
  auditActions.some((action) => action === name);

const lockWaits = (many: number) =>
  vi.waitFor(async () => {
    const { rows } = await db().execute(
      sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    expect(rows).toHaveLength(many);
  }, LONG_WAIT);

beforeEach(() => db().execute(sql`delete from rate_limits where key like 'open%'`));

describe('T-L7: the limit of records that an account opens in an hour', () => {
  const calls = [
    'user/get-one',
    'user/get-medical-history-patient',
    'deliveries/of-patient',
    'user/accesses',
  ];
  const toUrl = (idUser: string, call: number) =>
    `/v1/${calls[call % calls.length]}?idUser=${idUser}`;

  test('records above it are rejected in every mix of calls, and opened records stay readable', async () => {
    const { staff, signInAs } = testApp();
    const patientIds = await addPatients(db(), [{}, {}, {}, {}]);
    const [first = '', , , last = ''] = patientIds;
    const statuses: number[] = [];
    for (const [call, idUser] of patientIds.entries()) {
      statuses.push((await staff.request({ url: toUrl(idUser, call) })).statusCode);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
    const rejected = await staff.request({ url: toUrl(last, 0) });
    expect(rejected.statusCode).toBe(429);
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(3_500);
    for (const call of calls.keys()) {
      expect((await staff.request({ url: toUrl(first, call) })).statusCode).toBe(200);
    }
    expect((await staff.request({ url: '/v1/user/list' })).statusCode).toBe(200);
    const other = await signInAs('otra@simiente.example');
    expect((await other.request({ url: toUrl(last, 0) })).statusCode).toBe(200);
    await db().execute(sql`update rate_limits set expire = 0 where key like 'open%'`);
    expect((await staff.request({ url: toUrl(last, 0) })).statusCode).toBe(200);
  });

  test('records are counted over all processes, once for each patient, also simultaneously', async () => {
    const { app, database, store, staff } = testApp();
    const lines: { staffId?: string }[] = [];
    const second = await buildApp({
      ...{ database, store, secret: TEST_SECRET, uploadFolder: '', webFolder: null },
      log: pino({ level: 'warn' }, { write: (line: string) => lines.push(JSON.parse(line)) }),
      readsPerHour: LIMIT,
    });
    onTestFinished(() => second.close());
    const patientIds = await addPatients(db(), [{}, {}, {}, {}, {}, {}]);
    const answers = await Promise.all(
      patientIds.flatMap((idUser) =>
        [app, second].flatMap((server) =>
          calls.map(async (_, call) => {
            const url = toUrl(idUser, call);
            const answer = await server.inject({ url, headers: { cookie: staff.cookie } });
            return answer.statusCode === 200 ? idUser : answer.statusCode;
          }),
        ),
      ),
    );
    const opened = new Set(answers.filter((answer) => typeof answer === 'string'));
    expect(opened.size).toBe(LIMIT);
    expect(answers.filter((answer) => answer === 429)).toHaveLength(3 * 2 * calls.length);
    expect(lines).toContainEqual(expect.objectContaining({ level: 40, staffId: staff.id }));
    expect(JSON.stringify(lines)).not.toMatch(/usr_/);
  });

  test('an edit counts, because it shows the patient, and is rejected before it is written', async () => {
    const { staff } = testApp();
    const patientIds = await addPatients(db(), [{}, {}, {}, {}]);
    const edit = (idUser: string, headers = {}) =>
      staff.request({
        method: 'PUT',
        url: '/v1/user/update',
        headers,
        payload: { idUser, name: 'Otro Nombre' },
      });
    const statuses: number[] = [];
    for (const idUser of patientIds) statuses.push((await edit(idUser)).statusCode);
    expect(statuses).toEqual([200, 200, 200, 429]);
    const [, , , last = ''] = patientIds;
    expect((await edit(last, { 'idempotency-key': 'otra-vez' })).statusCode).toBe(429);
    const rows = await db().select().from(patients).where(inArray(patients.id, patientIds));
    expect(rows.filter(({ name }) => name === 'Otro Nombre')).toHaveLength(3);
  });

  test('two transactions that open several patients in opposite order do not deadlock', async () => {
    const { staff } = testApp();
    const [one = '', two = ''] = await addPatients(db(), [{}, {}]);
    const act = {
      actor: { kind: 'staff', id: staff.id },
      origin: NO_REQUEST,
      readLimit: { perHour: LIMIT, log: pino({ level: 'silent' }) },
    } as const;
    const open = (transaction: Transaction, id: string) =>
      writeAudit(transaction, act, {
        action: 'patient.read',
        subject: { kind: 'patient', id },
        patientId: id,
      });
    const first = await db().transaction(async (transaction) => {
      await open(transaction, one);
      const second = db().transaction(async (other) => {
        await open(other, two);
        await open(other, one);
      });
      await lockWaits(1);
      await open(transaction, two);
      return { second };
    });
    await first.second;
    const { rows } = await db().execute(
      sql`select points from rate_limits where key = ${`opens:${staff.id}`}`,
    );
    expect(rows).toEqual([{ points: 2 }]);
  });

  async function collectStatuses(toRequest: (idUser: string, first: string) => InjectOptions) {
    const { staff } = testApp();
    const [first = '', ...others] = await addPatients(db(), [{}, {}, {}, {}]);
    await staff.request({ url: toUrl(first, 0) });
    const statuses: number[] = [];
    for (const id of others) statuses.push((await staff.request(toRequest(id, first))).statusCode);
    return statuses;
  }

  test('E-10.3120: a merge preview counts both patients', async () => {
    const statuses = await collectStatuses((idOther, idUser) => ({
      url: '/v1/user/merge-preview',
      query: { idUser, idOther },
    }));
    expect(statuses).toEqual([200, 200, 429]);
  });

  test('E-10.3121: a conflict that shows the record counts', async () => {
    const statuses = await collectStatuses((idUser) => ({
      method: 'PUT',
      url: '/v1/user/update',
      payload: { idUser, version: 9 },
    }));
    expect(statuses).toEqual([409, 409, 429]);
  });

  test('E-10.3122: an export of the results of one patient counts', async () => {
    const { staff } = testApp();
    const patientIds = await addPatients(db(), [{}, {}, {}, {}]);
    const statuses: number[] = [];
    for (const idUser of patientIds) {
      const url = await requestExport(staff, 'patientResults', { idUser });
      statuses.push((await staff.request({ url })).statusCode);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  test('E-10.3123: an import completes more patients than an account may open', async () => {
    const family = newSurname();
    const names = ['Ana', 'Luis', 'Eva', 'Raúl'].map((name) => `${name} ${family}`);
    const emails = names.map((_, at) => `${at}.${family.toLowerCase()}@correo.example`);
    await addPatients(
      db(),
      names.map((name, at) => ({ name, email: emails[at] ?? '', phone: null })),
    );
    const lines = names.map((name, at) => `${name};${emails[at]};551234567${at}`);
    const { importFile, post } = peopleRequests(testApp);
    const imported = await importFile(`Nombre;Correo;Teléfono\n${lines.join('\n')}\n`);
    expect(imported).toMatchObject({ completed: 4 });
    await db().execute(sql`delete from rate_limits where key like 'open%'`);
    const undone = await post('undo-import', { idImport: imported.idImport });
    expect(undone.statusCode, undone.body).toBe(200);
  });

  test('E-10.2721: two records that one account exports simultaneously both count', async () => {
    const { staff } = testApp();
    const patientIds = await addPatients(db(), [{}, {}]);
    const { answers } = await db().transaction(async (transaction) => {
      const key = `opens:${staff.id}`;
      await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
      const answers = Promise.all(patientIds.map((id) => staff.request({ url: recordPath(id) })));
      // Each transaction read its patient in a snapshot before the other counted.
      await lockWaits(2);
      return { answers };
    });
    expect((await answers).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  });

  test('every call that audits the opening of a record rejects one above it', async () => {
    const { staff } = testApp();
    const missed: string[] = [];
    let rejected = 0;
    for (const { name } of routes) {
      const { audits } = expected[name] ?? {};
      // every-call.test.ts shows that other calls audit no opening.
      if (!audits || !isAction(audits) || !opensRecord(audits)) continue;
      await db().execute(sql`delete from rate_limits where key like 'open%'`);
      const records = await addCallRecords(testApp());
      const request = await makeRequest(name, records);
      await db().execute(sql`insert into rate_limits (key, points, expire)
        values (${`opens:${staff.id}`}, ${LIMIT}, (extract(epoch from now()) * 1000)::bigint + 3600000)
        on conflict (key) do update set points = excluded.points, expire = excluded.expire`);
      await db().execute(sql`delete from rate_limits where key like 'opened:%'`);
      const [newest] = await db()
        .select({ id: max(auditEvents.id) })
        .from(auditEvents);
      const answer = await staff.request(request);
      if (answer.statusCode === 429) {
        rejected += 1;
        continue;
      }
      const rows = await db()
        .select()
        .from(auditEvents)
        .where(gt(auditEvents.id, newest?.id ?? 0));
      const opens = rows.some(
        ({ action, actorKind, patientId }) =>
          actorKind === 'staff' && patientId !== null && isAction(action) && opensRecord(action),
      );
      if (opens) missed.push(name);
    }
    expect(missed).toEqual([]);
    expect(rejected).toBeGreaterThan(40);
  });
});
