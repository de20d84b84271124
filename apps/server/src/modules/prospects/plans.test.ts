import { success } from '@simiente/contract/common/call';
import { prospectPage } from '@simiente/contract/prospects/calls';
import { describe, expect, test } from 'vitest';
import { explain, getIndexes, getNodeTypes, type PlanNode } from '../../testing/query-plans.ts';
import { watchedApplication } from '../../testing/watched-application.ts';

const PROSPECTS = 10_000;

const testApp = watchedApplication(async (run) => {
  await run(`insert into patients (id, name) select 'usr_' || n, 'Paciente ' || n
     from generate_series(1, 2000) as n`);
  // Some names have 500 characters, as the landing page may send them.
  await run(
    `insert into prospects (id, name, email, phone, reason, status, created_at, patient_id)
     select 'prs_' || n,
       case when n % 100 = 0 then repeat(md5(n::text), 16) else 'Prospecto ' || md5(n::text) end,
       'p' || n || '@correo.example',
       '+52 55 ' || lpad(n::text, 8, '0'),
       'Motivo ' || md5((n % 500)::text),
       (array['pending', 'contacted', 'rejected', 'archivado', 'contacted', 'contacted'])[1 + n % 6],
       case when n % 11 = 0 then null else timestamptz '2026-01-01Z' - n * interval '7 minutes' end,
       case when n % 7 = 0 then 'usr_' || (1 + n % 2000) end
     from generate_series(1, $1) as n`,
    [PROSPECTS],
  );
  await run('vacuum analyze prospects');
  await run('vacuum analyze patients');
});

/** Requests the list, and explains the queries on prospects that it ran; the last one reads the page. */
async function explainList(query: Record<string, string>) {
  const { sent, staff } = testApp();
  sent.length = 0;
  const address = `/v1/prospects/list?${new URLSearchParams(query)}`;
  const { status, body } = await staff.get(address);
  expect(status).toBe(200);
  const page = success(prospectPage).parse(body).data;
  // Counts without a search are stored.
  const readsStored = sent.some(({ text }) => text.includes('from "record_counts"'));
  expect(readsStored).toBe(query.search === undefined);
  const queries = sent.length;
  const plans: PlanNode[][] = [];
  for (const statement of sent.filter(({ text }) => text.includes('from "prospects"'))) {
    plans.push(await explain(testApp().database.pool, statement));
  }
  return { page, all: plans.flat(), rows: plans.at(-1) ?? [], queries };
}

describe(`with ${PROSPECTS} prospects`, () => {
  test.each(['1f9b', 'P1234@correo', '0000 9999', '+52 55 0000 9999'])(
    'the search for %j uses its trigram index, for the page and for the counts',
    async (search) => {
      const { all, rows } = await explainList({ search });
      const indexes = getIndexes(all).filter((name) => name !== 'patients_pkey');
      expect(new Set(indexes)).toEqual(new Set(['prospects_search']));
      expect(getIndexes(rows)).toContain('prospects_search');
      expect(getNodeTypes(all)).not.toContain('Seq Scan');
    },
  );

  test.each([
    ['createDate', undefined, 'prospects_by_created'],
    ['createDate', 'none', 'prospects_of_status_by_created'],
    ['name', undefined, 'prospects_by_name'],
    ['name', 'none', 'prospects_of_status_by_name'],
    ['motivo', undefined, 'prospects_by_reason'],
    ['status', undefined, 'prospects_by_status'],
  ])(
    'E-10.102: the order by %s (status %s) reads %s in both directions, and sorts nothing',
    async (sort, status, index) => {
      for (const direction of ['', '-']) {
        const query = { sort: `${direction}${sort}`, ...(status && { status }) };
        const first = await explainList(query);
        const next = await explainList({ ...query, cursor: first.page.nextCursor ?? '' });
        for (const { rows } of [first, next]) {
          // The linked patients are joined by their primary key.
          expect(getIndexes(rows).filter((name) => name !== 'patients_pkey')).toEqual([index]);
          expect(getNodeTypes(rows)).not.toContain('Sort');
          expect(getNodeTypes(rows)).not.toContain('Incremental Sort');
          expect(getNodeTypes(rows)).not.toContain('Seq Scan');
        }
        const place = next.rows.find(({ 'Index Name': name }) => name === index)?.['Index Cond'];
        expect(place).toMatch(/ROW\(/);
      }
    },
  );

  test('E-7.25: counts are exact without a search, stop at 1 000 with a search, and need the same number of queries', async () => {
    const all = await explainList({ limit: '1' });
    expect(all.page).toMatchObject({ total: PROSPECTS, totalIsCapped: false });
    expect(Object.values(all.page.counts).reduce((sum, count) => sum + count, 0)).toBe(PROSPECTS);
    const broad = await explainList({ search: 'correo.example', limit: '100' });
    expect(broad.page).toMatchObject({
      total: 1000,
      totalIsCapped: true,
    });
    // Only the first results are counted, so that a broad term has a bounded cost.
    expect(Object.values(broad.page.counts).reduce((sum, count) => sum + count, 0)).toBe(1001);
    expect(broad.page.counts.converted).toBe(0);
    expect(broad.queries).toBe(all.queries);
  });

  test('the prospect of a patient is found by an index', async () => {
    const url = '/v1/prospects/of-patient?idUser=usr_8';
    const [plan] = await testApp().explainRequest(url, 'from "prospects"');
    expect(plan?.indexes).toContain('prospects_patient');
  });
});
