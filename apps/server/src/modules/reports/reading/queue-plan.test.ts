import { expect, test } from 'vitest';
import { explain, getIndexes } from '../../../testing/query-plans.ts';
import { watchedApplication } from '../../../testing/watched-application.ts';

const PATIENTS = 20_000;
const WAITING = 500;

/** Most reports have a signed version in force; some wait for a signature. */
const testApp = watchedApplication(async (run) => {
  await run(
    `insert into patients (id, name) select 'usr_' || n, 'Ana Pérez' from generate_series(1, $1) n`,
    [PATIENTS],
  );
  await run('alter table report_versions disable trigger user');
  await run('alter table reports disable trigger user');
  await run(
    `insert into report_versions (id, patient_id, kind, number, type, text, sha256, arrived_at, source)
     select 'rpv_' || n, 'usr_' || n, 'exam_ai', 1, 'draft', 'Un texto.', '',
       timestamptz '2026-01-01Z' + n * interval '1 minute', 'ia' from generate_series(1, $1) n`,
    [PATIENTS],
  );
  await run(
    `insert into reports (id, patient_id, kind, last_number, in_force_id, pending_id, pending_at)
     select 'rep_' || n, 'usr_' || n, 'exam_ai', 1, 'rpv_' || n, w.id, w.at from generate_series(1, $1) n
     left join lateral (select 'rpv_' || n as id, timestamptz '2026-01-01Z' + n * interval '1 minute' as at
       where n % $2 = 0) w on true`,
    [PATIENTS, PATIENTS / WAITING],
  );
  await run('alter table report_versions enable trigger user');
  await run('alter table reports enable trigger user');
  await run('vacuum analyze patients, report_versions, reports');
});

test.each([
  ['its first page', '/v1/reports/queue?limit=20'],
  ['one kind', '/v1/reports/queue?limit=20&kind=exam_ai'],
  ['the count of the menu', '/v1/reports/attention'],
])(
  `E-10.617: among ${PATIENTS} reports Por firmar finds the ${WAITING} waiting ones by index: %s`,
  async (_, url) => {
    const { recordQueries, database } = testApp();
    const queries = (await recordQueries(url)).filter(({ text }) => text.includes('"pending_id"'));
    expect(queries.length).toBeGreaterThan(0);
    for (const query of queries) {
      const nodes = await explain(database.pool, query);
      expect(getIndexes(nodes)).toContain('reports_pending');
      const whole = nodes.filter(({ 'Node Type': type }) => type === 'Seq Scan');
      // The table of working copies is empty here.
      expect(
        whole
          .flatMap(({ 'Relation Name': name }) => name ?? [])
          .filter((name) => name !== 'report_working_copies' && name !== 'staff'),
      ).toEqual([]);
    }
  },
);
