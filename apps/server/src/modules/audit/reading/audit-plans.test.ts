import { expect, test } from 'vitest';
import type { PlanNode } from '../../../testing/query-plans.ts';
import { COLUMNS, partitionBy } from '../../../testing/sealed-audit.ts';
import { watchedApplication } from '../../../testing/watched-application.ts';

const ROWS = 60_000;
const SIZE = 10_000;

/** Six years of audit rows in partitions of one year each; most are reads of lists. */
const testApp = watchedApplication(async (run, { database }) => {
  await run('truncate audit_events, audit_seals');
  await run(`alter sequence audit_events_id_seq restart`);
  await partitionBy(database, SIZE);
  await run('alter table audit_events disable trigger identify_audit_event');
  for (let year = 0; year < ROWS / SIZE; year += 1) {
    await run(
      `insert into audit_events (at, ${COLUMNS}) select
         timestamptz '2021-01-01Z' + (n + ${year * SIZE}) * interval '52 minutes',
         'staff', 'stf_' || n % 20, (array['patients.listed', 'patient.read', 'exams.listed',
           'dashboard.read'])[1 + n % 4], 'patient', 'usr_' || n % 3000, 'usr_' || n % 3000,
         '10.0.0.1', 'Navegador', gen_random_uuid() from generate_series(1, ${SIZE}) n`,
    );
    await run('select make_audit_partitions()');
  }
  await run(`update audit_events set action = 'audit.verified' where id in (7000, 15000, 17000)`);
  await run('alter table audit_events enable trigger identify_audit_event');
  await run('vacuum analyze audit_events');
});

interface RunNode extends PlanNode {
  readonly 'Shared Hit Blocks'?: number;
  readonly Plans?: readonly RunNode[];
}

/** How a query of the list ran: its steps on full partitions, and the pages that it read. */
async function runQuery(filters: string) {
  const { recordQueries, database } = testApp();
  const sent = await recordQueries(`/v1/audit/list?limit=50&${filters}`);
  const full = Array.from({ length: ROWS / SIZE }, (_, year) => `audit_events_${year * SIZE}`);
  const found = [];
  for (const query of sent.filter(({ text }) => text.includes('from audit_events'))) {
    const { rows } = await database.pool.query<{ 'QUERY PLAN': [{ Plan: RunNode }] }>(
      `explain (analyze, buffers, format json) ${query.text}`,
      query.values,
    );
    const root = rows[0]?.['QUERY PLAN'][0].Plan as RunNode;
    // The partitions ahead are empty, so reading them needs no index.
    const steps = flattenPlan(root).filter((node) => full.includes(node['Relation Name'] ?? ''));
    found.push({
      pages: root['Shared Hit Blocks'] ?? 0,
      types: steps.map((node) => node['Node Type']),
      partitions: [...new Set(steps.map((node) => node['Relation Name']))],
    });
  }
  return found;
}

const flattenPlan = (node: RunNode): RunNode[] => [
  node,
  ...(node.Plans ?? []).flatMap(flattenPlan),
];

test.each([
  ['the whole list', ''],
  ['the oldest first', 'sort=at'],
  ['a person', 'idStaff=stf_7'],
  ['a patient', 'idUser=usr_42'],
  ['an act that is rare', 'action=audit.verified'],
  ['an act that is frequent', 'action=patients.listed'],
  ['a patient and an act', 'idUser=usr_42&action=patient.read'],
  ['a person in a period', 'idStaff=stf_7&from=2022-06-01&to=2022-06-30'],
  ['a rare act in a period', 'action=audit.verified&from=2022-01-01&to=2022-12-31'],
])('E-10.310: an index finds %s among 60 000 rows', async (_name, filters) => {
  const queries = await runQuery(filters);
  expect(queries.length).toBeGreaterThan(0);
  for (const { pages, types } of queries) {
    expect(types).not.toContain('Seq Scan');
    // The whole table has more than 1 500.
    expect(pages).toBeLessThan(1_000);
  }
});

test('E-10.310: a filter by period reads only the partition and the rows of that period', async () => {
  const [span, list] = await runQuery('from=2023-02-01&to=2023-02-28&idStaff=stf_7');
  // The first and last row of each action are looked up in every partition.
  expect(span?.partitions).toHaveLength(ROWS / SIZE);
  expect(list?.partitions).toEqual(['audit_events_20000']);
  expect(list?.pages).toBeLessThan(400);
});
