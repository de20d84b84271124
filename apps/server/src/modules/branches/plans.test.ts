import { branchSorts } from '@simiente/contract/branch-filters';
import { beforeAll, describe, expect, test } from 'vitest';
import { startApplication, type TestApplication } from '../../testing/application.ts';
import { asOwner } from '../../testing/database.ts';
import {
  createWatchedDatabase,
  explain,
  indexesOf,
  type SentQuery,
  typesOf,
} from '../../testing/query-plans.ts';

const PARTNERS = 400;
const BRANCHES = 40_000;
const LIST = '/v1/partner/get-branches-by-partner/?idPartner=par_7';
let application: TestApplication;
let sent: SentQuery[] = [];

beforeAll(async () => {
  const cleanUps: (() => Promise<void>)[] = [];
  const whenDone = (cleanUp: () => Promise<void>) => cleanUps.push(cleanUp);
  const { database, ...watched } = await createWatchedDatabase(whenDone);
  sent = watched.sent;
  application = await startApplication({ database }, whenDone);
  await asOwner(
    database,
    `insert into partners (id, name) select 'par_' || n, 'Partner ' || n from generate_series(1, $1) as n`,
    [PARTNERS],
  );
  await asOwner(
    database,
    `insert into branches (id, partner_id, name, state, address, phone, latitude, longitude, exams)
     select 'brn_' || n, 'par_' || (1 + n % $2), 'Sucursal ' || md5(n::text),
       (array['Jalisco','Sonora','Yucatán','Puebla'])[1 + n % 4],
       case when n % 5 = 0 then to_jsonb('Calle ' || n) else jsonb_build_object('street', 'Calle ' || n, 'city', 'X') end,
       '33 ' || n, 19 + random(), -99 + random(), array['SEM','ECO']
     from generate_series(1, $1) as n`,
    [BRANCHES, PARTNERS],
  );
  await asOwner(database, 'vacuum analyze partners');
  await asOwner(database, 'vacuum analyze branches');
  return async () => {
    for (const cleanUp of cleanUps.toReversed()) await cleanUp();
  };
});

/** How PostgreSQL runs the queries that this very call sent from the branches. */
async function planned(url: string): Promise<{ types: string[]; indexes: string[] }[]> {
  sent.length = 0;
  expect((await application.staff.get(url)).status).toBe(200);
  const plans = [];
  for (const query of sent.filter(({ text }) => text.includes('from "branches"'))) {
    const nodes = await explain(application.database.pool, query);
    plans.push({ types: typesOf(nodes), indexes: indexesOf(nodes) });
  }
  return plans;
}

describe(`with ${BRANCHES} branches of ${PARTNERS} partners`, () => {
  test.each(branchSorts)('a page by %s reads the branches of one partner alone', async (sort) => {
    const plans = await planned(`${LIST}&sort=${sort}`);
    expect(plans).toHaveLength(1);
    for (const { indexes, types } of plans) {
      expect(indexes).toContain('branches_partner');
      expect(types).not.toContain('Seq Scan');
    }
  });

  test('a page of the usual size is kept planned', async () => {
    sent.length = 0;
    expect((await application.staff.get(LIST)).status).toBe(200);
    const asked = sent.find(({ text }) => text.includes('from "branches"'));
    expect(asked?.name).toBeDefined();
  });

  test('so do a search, and the places of a map', async () => {
    const search = 'search=calle%201';
    const plans = [
      ...(await planned(`${LIST}&${search}`)),
      ...(await planned(`/v1/partner/get-branch-places?idPartner=par_7&${search}`)),
    ];
    expect(plans).toHaveLength(3);
    for (const { types } of plans) expect(types).not.toContain('Seq Scan');
  });

  test('the number of queries does not grow with the rows', async () => {
    const queriesOf = async (url: string) => {
      sent.length = 0;
      expect((await application.staff.get(url)).status).toBe(200);
      return sent.length;
    };
    const one = await queriesOf(`${LIST}&limit=1`);
    expect(await queriesOf(`${LIST}&limit=100&search=sucursal`)).toBe(one);
    // The session and its person, the page with its partner and its figure, the audit.
    expect(one).toBe(4);
  });
});
