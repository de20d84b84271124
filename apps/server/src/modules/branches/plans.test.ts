import { branchSorts } from '@simiente/contract/branches/filters';
import { describe, expect, test } from 'vitest';
import { forLength } from '../../../../../scripts/test-length.mjs';
import { watchedApplication } from '../../testing/watched-application.ts';

const PARTNERS = 400;
const BRANCHES = forLength(15_000, 40_000);
const LIST = '/v1/partner/get-branches-by-partner/?idPartner=par_7';
const FROM = 'from "branches"';

const testApp = watchedApplication(async (run) => {
  await run(
    `insert into partners (id, name) select 'par_' || n, 'Partner ' || n from generate_series(1, $1) as n`,
    [PARTNERS],
  );
  await run(
    `insert into branches (id, partner_id, name, state, address, phone, latitude, longitude, exams)
     select 'brn_' || n, 'par_' || (1 + n % $2), 'Sucursal ' || md5(n::text),
       (array['Jalisco','Sonora','Yucatán','Puebla'])[1 + n % 4],
       case when n % 5 = 0 then to_jsonb('Calle ' || n) else jsonb_build_object('street', 'Calle ' || n, 'city', 'X') end,
       '33 ' || n, 19 + random(), -99 + random(), array['SEM','ECO']
     from generate_series(1, $1) as n`,
    [BRANCHES, PARTNERS],
  );
  await run('vacuum analyze partners');
  await run('vacuum analyze branches');
});

describe(`with ${BRANCHES} branches of ${PARTNERS} partners`, () => {
  test.each(branchSorts)('a page by %s reads only the branches of its partner', async (sort) => {
    const plans = await testApp().explainRequest(`${LIST}&sort=${sort}`, FROM);
    expect(plans).toHaveLength(2);
    for (const { indexes, types } of plans) {
      expect(indexes).toContain('branches_began');
      expect(types).not.toContain('Seq Scan');
    }
  });

  test('a search and the positions of a map read only the branches of their partner', async () => {
    const search = 'search=calle%201';
    const plans = [
      ...(await testApp().explainRequest(`${LIST}&${search}`, FROM)),
      ...(await testApp().explainRequest(
        `/v1/partner/get-branch-places?idPartner=par_7&${search}`,
        FROM,
      )),
    ];
    expect(plans).toHaveLength(4);
    for (const { types } of plans) expect(types).not.toContain('Seq Scan');
  });

  test('the number of queries does not grow with the rows', async () => {
    const expectedQueries = await testApp().recordQueries(`${LIST}&limit=1`);
    expect(await testApp().recordQueries(`${LIST}&limit=100&search=sucursal`)).toHaveLength(
      expectedQueries.length,
    );
  });
});
