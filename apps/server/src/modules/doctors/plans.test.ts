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

const DOCTORS = 10_000;
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
    `insert into doctors (id, name, email, retired_at)
     select 'doc_' || n,
       (array['Ana','Luis','Sofía','José','Marta','Iván'])[1 + n % 6] || ' ' ||
         (array['Núñez','Gómez','Peña','Ruiz','Díaz'])[1 + n % 5] || ' ' || md5(n::text),
       'd' || n || '@clinica.example',
       case when n % 9 = 0 then timestamptz '2026-01-01Z' end
     from generate_series(1, $1) as n`,
    [DOCTORS],
  );
  await asOwner(database, "insert into patients (id, name) values ('usr_1', 'Ana Pérez')");
  // Two years of appointments, half of them to come.
  await asOwner(
    database,
    `insert into doctor_appointments (id, patient_id, doctor_id, status, starts_at)
     select 'apt_' || n, 'usr_1', 'doc_' || (1 + n % 1000), 'pending',
       date_trunc('day', now()) + (n / 1000 - 20) * interval '18 days'
     from generate_series(1, 40000) as n`,
  );
  await asOwner(database, 'vacuum analyze doctors');
  await asOwner(database, 'vacuum analyze doctor_appointments');
  return async () => {
    for (const cleanUp of cleanUps.toReversed()) await cleanUp();
  };
});

/** How PostgreSQL runs the queries that this very call sent from a table. */
async function planned(
  url: string,
  table: string,
): Promise<{ types: string[]; indexes: string[] }[]> {
  sent.length = 0;
  expect((await application.staff.get(url)).status).toBe(200);
  const plans = [];
  for (const query of sent.filter(({ text }) => text.includes(`from "${table}"`))) {
    const nodes = await explain(application.database.pool, query);
    plans.push({ types: typesOf(nodes), indexes: indexesOf(nodes) });
  }
  return plans;
}

describe(`with ${DOCTORS} doctors`, () => {
  test('the search uses its trigram index, for the page and for the count', async () => {
    const search = new URLSearchParams({ search: 'nunez 1f' });
    const plans = await planned(`/v1/doctor/list?${search}`, 'doctors');
    expect(plans).toHaveLength(2);
    for (const { indexes, types } of plans) {
      expect(indexes).toContain('doctors_search');
      expect(types).not.toContain('Seq Scan');
    }
  });

  test.each(['name', '-name'])(
    'the order by %s reads its index and sorts nothing',
    async (sort) => {
      const [page] = await planned(`/v1/doctor/list?sort=${sort}`, 'doctors');
      expect(page?.indexes).toEqual(['doctors_by_name']);
      expect(page?.types).not.toContain('Sort');
    },
  );

  test('the upcoming ones of a page are one query, by the index of a doctor’s time', async () => {
    const plans = await planned('/v1/doctor/list?limit=100', 'doctor_appointments');
    expect(plans).toHaveLength(1);
    expect(plans[0]?.indexes).toContain('doctor_appointments_doctor');
  });

  test('an agenda reads its interval by the same index', async () => {
    const interval = { from: '2026-11-23T06:00:00Z', to: '2026-11-30T06:00:00Z' };
    const query = new URLSearchParams({ idDoctor: 'doc_7', ...interval });
    const [plan] = await planned(`/v1/doctor/agenda?${query}`, 'doctor_appointments');
    expect(plan?.indexes).toContain('doctor_appointments_doctor');
  });

  test('the number of queries does not grow with the rows', async () => {
    const queriesOf = async (url: string) => {
      sent.length = 0;
      expect((await application.staff.get(url)).status).toBe(200);
      return sent.length;
    };
    const one = await queriesOf('/v1/doctor/list?limit=1');
    expect(await queriesOf('/v1/doctor/list?limit=100&search=ana&state=all')).toBe(one);
    // The session and its person, begin, the page, the upcoming ones, the count, the audit, commit.
    expect(one).toBeLessThanOrEqual(8);
  });
});
