import { describe, expect, test } from 'vitest';
import { watchedApplication } from '../../testing/watched-application.ts';

const ROWS = 20_000;
/** Maximum rows that a search may read, of all kinds together; the tables have far more. */
const FEW = 6000;

const testApp = watchedApplication(async (run, { staff }) => {
  const name = `(array['Ana','Luis','Sofía','José','Marta','Iván'])[1 + n % 6] || ' ' ||
    (array['Núñez','Gómez','Peña','Ruiz','Díaz'])[1 + n % 5] || ' ' || md5(n::text)`;
  const contact = `'p' || n || '@correo.example', '+52 55 ' || lpad(n::text, 8, '0')`;
  for (const table of ['patients', 'prospects']) {
    await run(
      `insert into ${table} (id, name, email, phone)
       select '${table}_' || n, ${name}, ${contact} from generate_series(1, $1) as n`,
      [ROWS],
    );
  }
  await run(`insert into patients (id, name) values ('usr_rare', 'Wq Xerxes')`);
  // The audit of a long day: many listed records, every tenth of them opened.
  await run(
    `insert into audit_events (actor_kind, actor_id, action, subject_kind, subject_id)
     select 'staff', $1, case when n % 10 = 0 then 'patient.read' else 'patients.listed' end,
       case when n % 10 = 0 then 'patient' end, case when n % 10 = 0 then 'patients_' || n end
     from generate_series(1, $2) as n`,
    [staff.id, ROWS],
  );
  await run('vacuum analyze');
});

interface RunNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly RunNode[];
}

/** Rows of tables that a step and those below it read. */
function rowsScanned(node: RunNode): number {
  const loops = node['Actual Loops'];
  const own =
    node['Relation Name'] === undefined
      ? 0
      : loops *
        (node['Actual Rows'] +
          (node['Rows Removed by Filter'] ?? 0) +
          (node['Rows Removed by Index Recheck'] ?? 0));
  return (node.Plans ?? []).reduce((sum, below) => sum + rowsScanned(below), own);
}

const AUDITED = /^audit_events/;

/** Rows that a plan scans, without those of the audit, which has a separate limit. */
function recordsScanned(node: RunNode): number {
  if (AUDITED.test(node['Relation Name'] ?? '')) return 0;
  const { Plans = [], ...alone } = node;
  return Plans.reduce((sum, below) => sum + recordsScanned(below), rowsScanned(alone));
}

function auditScanned(node: RunNode): number {
  if (AUDITED.test(node['Relation Name'] ?? '')) return rowsScanned(node);
  return (node.Plans ?? []).reduce((sum, below) => sum + auditScanned(below), 0);
}

/**
 * Searches.
 * @returns the plan of the query for records, and the numbers of results and of all queries
 */
async function run(text: string) {
  const { sent, staff } = testApp();
  sent.length = 0;
  const response = await staff.request({
    method: 'POST',
    url: '/v1/search',
    payload: { text },
  });
  expect(response.statusCode).toBe(200);
  const queries = [...sent];
  const recentQueries = queries.filter((query) => query.text.includes('with recent as'));
  expect(recentQueries).toHaveLength(1);
  const [{ text: statement = '', values = [] } = {}] = recentQueries;
  const { rows } = await testApp().database.pool.query<{ 'QUERY PLAN': [{ Plan: RunNode }] }>(
    `explain (analyze, format json) ${statement}`,
    values,
  );
  const plan = rows[0]?.['QUERY PLAN'][0].Plan;
  if (!plan) throw new Error('PostgreSQL explained nothing');
  const names = response.json<{ data: { results: { name: string }[] } }>().data.results;
  return { plan, count: names.length, queries: queries.length };
}

describe(`with ${ROWS} patients and as many prospects`, () => {
  test.each([
    ['a letter that many names begin with', 'a', 10],
    ['two letters that many names begin with', 'an', 10],
    ['two letters that one name begins with', 'wq', 1],
    ['a letter that one name begins with', 'x', 1],
    ['two letters that no name begins with', 'zq', 0],
    ['a word that every fifth name has', 'nunez', 10],
    ['a name at the end of the alphabet', 'sofia', 10],
    ['a word that everybody has', 'correo.example', 10],
    ['a part of few names', 'nunez 1f', 10],
    ['a word without matches', 'cuauhtémoc', 0],
    ['a phone', '+52 55 0001 9999', 2],
    ['a phone without matches', '55 9999 8888', 0],
    ['words apart', 'nunez sofia', 10],
    ['a short word beside a longer one', 'nunez so', 10],
    ['a digit beside a longer one', '7 nunez', 10],
    ['letters apart', 'a b', null],
    ['words that everybody has', 'correo.example 55 p', 10],
    ['a folio', 'OE-000264', 0],
    ['signs alone', '@@', 0],
    ['a sign before two letters', '(an', 0],
    ['the beginning of a phone', '+52', 0],
    ['a sign before two letters, and a word', 'nunez (an', 0],
    ['nothing at all', '', 8],
  ])('E-10.131: %s reads few rows: %j', async (_what, text, count) => {
    const { plan, count: given } = await run(text);
    if (count !== null) expect(given).toBe(count);
    expect(recordsScanned(plan)).toBeLessThan(FEW);
  });

  test('E-10.131: a search of two short words reads only the rows that have both', async () => {
    // Every sixth patient has one word and every fifth the other; candidates are limited to 500 of each kind.
    const { plan, count } = await run('so pe');
    expect(count).toBe(10);
    expect(recordsScanned(plan)).toBeLessThan(1100);
  });

  test('a search reads only the latest actions of its user in the audit', async () => {
    const { plan } = await run('');
    expect(auditScanned(plan)).toBe(2000);
  });

  test('E-10.131: a search is one query, in addition to the session and the audit', async () => {
    // Five statements: the session, begin, the search, the audit, commit.
    expect((await run('nunez')).queries).toBeLessThanOrEqual(5);
  });
});
