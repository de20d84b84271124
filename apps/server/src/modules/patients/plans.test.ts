import { success } from '@simiente/contract/common/call';
import { type PatientPage, patientPage } from '@simiente/contract/patients/calls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { queryAsOwner } from '../../testing/database.ts';
import { explain, getIndexes, getNodeTypes, type PlanNode } from '../../testing/query-plans.ts';
import { addExam, addPatient, addPatients } from '../../testing/records.ts';
import { watchedApplication } from '../../testing/watched-application.ts';

const PATIENTS = 20_000;

const testApp = watchedApplication(async (run) => {
  await run(
    `insert into patients (id, curp, birth_date, sex, street, municipality, state, emergency_name,
       emergency_phone, name, email, phone, status, created_at, last_access_at)
     select 'usr_' || n, case when n % 50 > 0 then 'ABCD' || lpad(n::text, 6, '0') || 'HJCXXX00' end,
       '1992-03-12', 'male', 'Calle 1', 'Zapopan', 'Jalisco', 'Eva', '5512345678',
       (array['Ana','Luis','Sofía','José','Marta','Iván'])[1 + n % 6] || ' ' ||
         (array['Núñez','Gómez','Peña','Ruiz','Díaz'])[1 + n % 5] || ' ' || md5(n::text),
       'p' || n || '@correo.example',
       '+52 55 ' || lpad(n::text, 8, '0'),
       n % 7,
       case when n % 11 = 0 then null else timestamptz '2026-01-01Z' - n * interval '7 minutes' end,
       case when n % 5 = 0 then null else timestamptz '2026-01-01Z' - n * interval '3 minutes' end
     from generate_series(1, $1) as n`,
    [PATIENTS],
  );
  await run('vacuum analyze patients');
});

/** Removes the patients of one test at its end, because other tests expect the initial counts and plans. */
function removeMore() {
  onTestFinished(async () => {
    const { database } = testApp();
    const more = `not similar to 'usr[_][0-9]+'`;
    await queryAsOwner(
      database,
      `delete from exams where patient_id ${more}; delete from patients where id ${more}`,
    );
    await queryAsOwner(database, 'vacuum analyze patients');
  });
}

/** Requests the list, and explains the queries on patients that it ran; the last one reads the page. */
async function explainList(query: Record<string, string>) {
  const { sent, staff } = testApp();
  sent.length = 0;
  const { status, body } = await staff.get(`/v1/user/list?${new URLSearchParams(query)}`);
  expect(status).toBe(200);
  const page = success(patientPage).parse(body).data;
  // Counts without a search are stored.
  const readsStored = sent.some(({ text }) => text.includes('from "record_counts"'));
  expect(readsStored).toBe(!query.search && !query.incomplete);
  const plans: PlanNode[][] = [];
  for (const statement of sent.filter(({ text }) => text.includes('from "patients"'))) {
    const nodes = await explain(testApp().database.pool, statement);
    // The table of merges is empty.
    plans.push(nodes.filter(({ 'Relation Name': table }) => table !== 'patient_merges'));
  }
  return { page, all: plans.flat(), rows: plans.at(-1) ?? [] };
}

describe(`with ${PATIENTS} patients`, () => {
  test.each([
    ['nunez 1f', {}],
    ['ÑÚÑEZ A1', {}],
    ['nunez sofia', {}],
    ['sofia 4e nunez', { sort: 'name' }],
    ['e nunez a 7', {}],
    ['sofia 0001 9999', {}],
    ['p1234@correo', {}],
    ['0001 9999', {}],
    ['+52 55 0001 9999', { sort: 'name' }],
    ['nunez 1f', { status: '4', sort: '-lastConnection' }],
    ['wq', {}],
    ['ÑQ', { sort: 'name' }],
  ])(
    'the search for %j uses its trigram index, for the page and for the counts',
    async (search, rest) => {
      const { all } = await explainList({ search, ...rest });
      expect(getIndexes(all)).toContain('patients_search');
      expect(getNodeTypes(all)).not.toContain('Seq Scan');
    },
  );

  test.each([
    ['createDate', 'patients_by_created', 'patients_of_status_by_created'],
    ['-createDate', 'patients_by_created', 'patients_of_status_by_created'],
    ['lastConnection', 'patients_by_oldest_access', 'patients_of_status_by_oldest_access'],
    ['-lastConnection', 'patients_by_last_access', 'patients_of_status_by_last_access'],
    ['name', 'patients_by_name', 'patients_of_status_by_name'],
    ['-name', 'patients_by_name', 'patients_of_status_by_name'],
    ['status', 'patients_by_status', 'patients_by_status'],
    ['-status', 'patients_by_status', 'patients_by_status'],
  ])('the order by %s reads its index and sorts nothing', async (sort, all, ofStatus) => {
    for (const [status, index] of [
      ['0', all],
      // A small group: for a large one either index is good.
      ['2', ofStatus],
    ] as const) {
      const query = { sort, status };
      const first = await explainList(query);
      const next = await explainList({ ...query, cursor: first.page.nextCursor ?? '' });
      for (const { rows } of [first, next]) {
        expect(getIndexes(rows)).toEqual([index]);
        expect(getNodeTypes(rows)).not.toContain('Sort');
        expect(getNodeTypes(rows)).not.toContain('Incremental Sort');
      }
      // A later page begins at the end of the previous one, which the index finds.
      const condition = next.rows.find(({ 'Index Name': name }) => name === index)?.['Index Cond'];
      expect(condition).toMatch(/ROW\(/);
    }
  });

  test('E-10.293: a separate index finds and counts the few incomplete patients', async () => {
    for (const [filter, value] of [
      ['limit', '50'],
      ['status', '2'],
      ['sort', 'name'],
    ] as const) {
      const { all, page } = await explainList({ incomplete: 'true', [filter]: value });
      expect(getIndexes(all)).toContain('patients_incomplete');
      expect(getNodeTypes(all)).not.toContain('Seq Scan');
      expect(page.counts[2]).toBe(57);
    }
  });

  test('E-10.294: a search for the beginning of a CURP uses its index, in addition to the trigrams', async () => {
    for (const search of ['abcd000012', 'ABCD019999HJC', 'nunez abcd0012']) {
      const { all, page } = await explainList({ search });
      expect(page.total).toBeGreaterThan(0);
      expect(getIndexes(all)).toContain('patients_curp');
      expect(getNodeTypes(all)).not.toContain('Seq Scan');
    }
  });

  test('without a search the counts are exact', async () => {
    const { page } = await explainList({ limit: '1' });
    expect(page.total).toBe(PATIENTS);
    expect(page.totalIsCapped).toBe(false);
    const { 1: one, 2: two, 3: three, 4: four } = page.counts;
    expect(one + two + three + four).toBe(PATIENTS);
    expect([one, two, three]).toEqual([2858, 2857, 2857]);
  });

  test('the counts of a search stop at 1 000, and are marked as capped', async () => {
    const broad = await explainList({ search: 'correo.example' });
    expect(broad.page).toMatchObject({
      total: 1000,
      totalIsCapped: true,
    });
    // Only the first results are counted, so that a broad term has a bounded cost.
    const { 1: one, 2: two, 3: three, 4: four } = broad.page.counts;
    expect(one + two + three + four).toBe(1001);
    expect(Math.min(one, two, three, four)).toBeGreaterThan(0);
  });

  test('a page with many results is the beginning of the list, and the next page continues it', async () => {
    for (const sort of ['-createDate', 'name']) {
      const [all, found] = [
        await explainList({ sort }),
        await explainList({ sort, search: 'correo.example' }),
      ];
      expect(found.page.userData).toEqual(all.page.userData);
      const cursor = found.page.nextCursor ?? '';
      const next = await explainList({ sort, search: 'correo.example', cursor });
      const second = await explainList({ sort, cursor: all.page.nextCursor ?? '' });
      expect(next.page.userData).toEqual(second.page.userData);
    }
  });

  test('only the rows of the page are read for many results, and no rows for the counts', async () => {
    const { all, page } = await explainList({ search: 'correo.example' });
    expect(page.totalIsCapped).toBe(true);
    const read = all
      .filter(({ 'Relation Name': table }) => table === 'patients')
      .map((node) => [node['Node Type'], node['Index Name']]);
    expect(read).toContainEqual(['Index Only Scan', 'patients_by_created']);
    expect(read).toContainEqual(['Index Scan', 'patients_pkey']);
    expect(getNodeTypes(all)).not.toContain('Seq Scan');
  });

  test('a count of exactly 1 000 is not marked as capped, and one more is', async () => {
    removeMore();
    const { database } = testApp();
    const add = (from: number, to: number) =>
      queryAsOwner(
        database,
        `insert into patients (id, name, status)
         select 'rep_' || n, 'Repetida', 1 from generate_series($1::int, $2::int) as n`,
        [from, to],
      );
    const readCounts = async (status: string): Promise<Partial<PatientPage>> => {
      const { total, totalIsCapped, counts } = (await explainList({ search: 'repetida', status }))
        .page;
      return { total, totalIsCapped, counts };
    };
    const counts = { 1: 1000, 2: 0, 3: 0, 4: 0 };
    await add(1, 1000);
    expect(await readCounts('1')).toEqual({ total: 1000, totalIsCapped: false, counts });
    await add(1001, 1001);
    expect(await readCounts('1')).toEqual({ total: 1000, totalIsCapped: true, counts });
    expect(await readCounts('0')).toEqual({ total: 1000, totalIsCapped: true, counts });
    expect(await readCounts('2')).toEqual({ total: 0, totalIsCapped: false, counts });
  });
});

test('a change of status finds its patient by id, and searches nothing in the audit', async () => {
  removeMore();
  const { database, sent, staff } = testApp();
  const id = await addPatient(database.db, { status: 1 });
  sent.length = 0;
  const payload = { idUsers: [id], status: 2 };
  await staff.request({ method: 'PUT', url: '/v1/user/update-status', payload });
  const ofPatients = sent.filter(({ text }) => /(?:from|update) "patients"/.test(text));
  expect(ofPatients).toHaveLength(2);
  for (const query of ofPatients) {
    expect(getIndexes(await explain(database.pool, query))).toEqual(['patients_pkey']);
  }
  expect(sent.filter(({ text }) => text.includes('from "audit_events"'))).toEqual([]);
});

describe('the number of queries', () => {
  async function countQueries(url: string): Promise<number> {
    return (await testApp().recordQueries(url)).length;
  }

  test('of a list of patients does not grow with its rows', async () => {
    const expectedQueries = await countQueries('/v1/user/list?limit=1');
    const hundred = await countQueries('/v1/user/list?limit=100&status=1&sort=name');
    expect(hundred).toBe(expectedQueries);
  });

  test('of a change of status does not grow with its patients', async () => {
    removeMore();
    const { database, sent, staff } = testApp();
    const { db } = database;
    const ids = await addPatients(
      db,
      Array.from({ length: 30 }, () => ({ status: 1 })),
    );
    const queriesFor = async (idUsers: readonly string[]) => {
      sent.length = 0;
      const payload = { idUsers, status: 2 };
      const url = '/v1/user/update-status';
      const answer = await staff.request({ method: 'PUT', url, payload });
      expect(answer.json()).toMatchObject({ data: { updated: idUsers.length } });
      return sent.length;
    };
    const expectedQueries = await queriesFor(ids.slice(0, 1));
    expect(await queriesFor(ids.slice(1))).toBe(expectedQueries);
  });

  test('of a history does not grow with its exams', async () => {
    removeMore();
    const { db } = testApp().database;
    const [small, large] = [await addPatient(db), await addPatient(db)];
    await addExam(db, small);
    for (let index = 0; index < 20; index += 1) await addExam(db, large);
    const path = '/v1/user/get-medical-history-patient?idUser=';
    const expectedQueries = await countQueries(path + small);
    expect(await countQueries(path + large)).toBe(expectedQueries);
  });
});
