import { filePath } from '@simiente/contract/common/paths';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createMetrics } from '../../platform/metrics/metrics.ts';
import { startApplication, type TestApplication } from '../../testing/application.ts';
import { queryAsOwner } from '../../testing/database.ts';
import { LONG_WAIT } from '../../testing/long-wait.ts';
import { explain, getIndexes, getNodeTypes } from '../../testing/query-plans.ts';
import { addExam, addFile, addPatient } from '../../testing/records.ts';
import { findReaders, measureReaders, watchReaders } from './count-reads.ts';

/** The log lines and the metric of the watch, in a process of its own. */
async function runWatch({ database: { db, pool } }: TestApplication, usual: number) {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) });
  const facts = await watchReaders({ db, pool, log }, usual).run(new AbortController().signal);
  return { facts, lines: lines.map((line) => JSON.parse(line)) };
}

/** Audit rows with any time, written by the owner of the tables. */
function addReads(
  { database }: TestApplication,
  staffId: string,
  patients: number,
  minutesAgo: number,
) {
  return queryAsOwner(
    database,
    `alter table audit_events disable trigger identify_audit_event;
     insert into audit_events (id, at, actor_kind, actor_id, action, patient_id)
     select nextval('audit_events_id_seq'), now() - interval '${minutesAgo} minutes', 'staff',
            '${staffId}', 'patient.read', 'usr_' || n
       from generate_series(1, ${patients}) as n;
     alter table audit_events enable trigger identify_audit_event`,
  );
}

test('T-K5: a user who reads unusually many patients’ records is logged once, by id only', async () => {
  const application = await startApplication();
  const { staff, signInAs, database, store } = application;
  const other = await signInAs('otra@simiente.example');
  const patients = await Promise.all(
    Array.from({ length: 4 }, () => addPatient(database.db, { name: 'Íñigo Núñez' })),
  );
  const [first = '', second = '', third = '', fourth = ''] = patients;
  const fileId = await addFile(database.db, store);
  await addExam(database.db, third, { fileId });

  // Calls that claim to be background requests count too.
  const background = { 'x-simiente-background': '1' };
  await staff.request({ url: `/v1/user/get-one?idUser=${first}` });
  await staff.request({
    url: `/v1/user/get-medical-history-patient?idUser=${second}`,
    headers: background,
  });
  await staff.request({ url: filePath(fileId), headers: background });
  for (let time = 0; time < 5; time += 1) {
    for (const idUser of [first, second]) {
      await other.request({ url: `/v1/user/get-one?idUser=${idUser}` });
    }
  }
  await other.request({ url: '/v1/user/list' });
  expect(await findReaders(database.db)).toEqual([
    { staffId: staff.id, patients: 3 },
    { staffId: other.id, patients: 2 },
  ]);
  expect(await runWatch(application, 3)).toEqual({ facts: { unusual: 0 }, lines: [] });

  await staff.request({ url: `/v1/user/get-one?idUser=${fourth}` });
  const { facts, lines } = await runWatch(application, 3);
  expect(facts).toEqual({ unusual: 1 });
  expect(lines).toMatchObject([{ level: 40, staffId: staff.id, patients: 4 }]);
  expect(JSON.stringify(lines)).not.toMatch(/Íñigo|usr_|simiente\.example/);
  expect((await runWatch(application, 3)).lines).toEqual([]);
});

test('T-K5: reads older than an hour do not count, and a metric has the current maximum', async () => {
  const application = await startApplication();
  const metrics = createMetrics(undefined, LONG_WAIT.timeout);
  measureReaders(metrics, application.database.db);
  const readMetric = async () =>
    (await metrics.read()).match(/^simiente_patients_read_by_one (.*)$/m)?.[1];
  expect(await readMetric()).toBe('0');
  await addReads(application, 'stf_before', 90, 61);
  await addReads(application, 'stf_now', 61, 59);
  await addReads(application, 'stf_less', 60, 1);
  expect(await readMetric()).toBe('61');
  expect((await runWatch(application, 60)).lines).toMatchObject([
    { staffId: 'stf_now', patients: 61 },
  ]);
});

test('the query reads the rows of the last hour, not the whole audit', async () => {
  const application = await startApplication();
  const { database } = application;
  await addReads(application, 'stf_before', 10_000, 90);
  await addReads(application, 'stf_now', 100, 5);
  await queryAsOwner(database, 'analyze audit_events');
  const sent: { text: string; values: unknown[] }[] = [];
  const query = database.pool.query.bind(database.pool);
  database.pool.query = ((sentQuery: { text: string }, values: unknown[]) => {
    sent.push({ text: sentQuery.text, values });
    return query(sentQuery, values);
  }) as typeof query;
  await findReaders(database.db);
  database.pool.query = query;
  const [sentQuery] = sent;
  if (!sentQuery) throw new Error('No query was sent');
  const nodes = await explain(database.pool, { ...sentQuery, name: undefined });
  // Only the first partition has rows.
  const first = nodes.filter((node) => node['Relation Name'] === 'audit_events_0');
  expect(getNodeTypes(first)).not.toContain('Seq Scan');
  expect(getIndexes(nodes)).toContain('audit_events_action');
});
