import { describe, expect, test } from 'vitest';
import { explain, getIndexes, getNodeTypes } from '../../testing/query-plans.ts';
import { watchedApplication } from '../../testing/watched-application.ts';

const PARTNERS = 5_000;

const testApp = watchedApplication(async (run) => {
  await run(
    `insert into partners (id, name, country, type)
     select 'partner-' || n,
       (array['Clínica','Hospital','Laboratorio','Diagnóstico'])[1 + n % 4] || ' ' || md5(n::text),
       (array['México','Perú','Chile'])[1 + n % 3], (array['Clínica','Hospital','Laboratorio','Otro'])[1 + n % 4]
     from generate_series(1, $1) as n`,
    [PARTNERS],
  );
  await run(`insert into branches (id, partner_id, name)
     select 'brn_' || n, 'partner-' || (1 + n % ${PARTNERS}), 'Sucursal ' || n
     from generate_series(1, 20000) as n`);
  await run('vacuum analyze partners');
  await run('vacuum analyze branches');
});

/** The plan of the query that this call ran for its rows. */
async function explainRequest(url: string): Promise<{ types: string[]; indexes: string[] }> {
  const sent = await testApp().recordQueries(url);
  const query = sent.find(
    ({ text }) => text.includes('from "partners"') && text.includes('order by'),
  );
  if (!query) throw new Error('The call has asked for no partners');
  const nodes = await explain(testApp().database.pool, query);
  return { types: getNodeTypes(nodes), indexes: getIndexes(nodes) };
}

describe('the plan of the list of partners by name', () => {
  test.each(['name', '-name'])('%s reads a page by its index, and sorts nothing', async (sort) => {
    const { types, indexes } = await explainRequest(`/v1/partner/list?sort=${sort}`);
    expect(types).not.toContain('Sort');
    expect(indexes).toContain('partners_by_name');
  });

  test('continues after a cursor by the same index', async () => {
    const { body } = await testApp().staff.get('/v1/partner/list?limit=100');
    const { nextCursor } = (body as { data: { nextCursor: string } }).data;
    const { types, indexes } = await explainRequest(`/v1/partner/list?cursor=${nextCursor}`);
    expect(types).not.toContain('Sort');
    expect(indexes).toContain('partners_by_name');
  });

  test('counts the branches of each partner by their index', async () => {
    const { indexes } = await explainRequest('/v1/partner/list');
    expect(indexes).toContain('branches_began');
  });
});

test('a search reads the trigram index', async () => {
  const { indexes } = await explainRequest('/v1/partner/list?search=c4ca4');
  expect(indexes).toContain('partners_search');
});

test.each(['branches', '-branches'])(
  'the order by %s counts the branches of each partner by their index, and reads no others',
  async (sort) => {
    const { types, indexes } = await explainRequest(`/v1/partner/list?sort=${sort}`);
    expect(indexes).toContain('branches_began');
    // Only partners are scanned: a plan that read all branches for each would take a second.
    expect(types.filter((type) => type === 'Seq Scan')).toHaveLength(1);
  },
);

test('the number of queries does not grow with the rows', async () => {
  const expectedQueries = await testApp().recordQueries('/v1/partner/list?limit=1');
  expect(await testApp().recordQueries('/v1/partner/list?limit=100')).toHaveLength(
    expectedQueries.length,
  );
});
