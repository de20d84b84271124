import { asc, eq, type SQL, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { branches, partners } from '../../schema/partners.ts';
import { patients } from '../../schema/patients.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { addBranch, addPartner, addPatients } from '../../testing/records.ts';
import { queryPage } from './pages/pages.ts';
import { nestedRows, type RowOf, selectList } from './rows.ts';

const TEXTS = [
  'Ana',
  '"',
  '\\',
  'a\nb\tc\u0001\u007f',
  '{"a": [1]}',
  'null',
  '',
  'Núñez',
  '京😀',
  '\u2028',
];

const INSTANTS = ['2026-11-24 10:15:30+00', '2026-11-24 10:15:30.12+00', '0999-12-31 23:59:59+00'];

const patientColumns = {
  id: patients.id,
  name: patients.name,
  email: patients.email,
  status: patients.status,
  birthDate: patients.birthDate,
  incomplete: patients.incomplete,
  createdAt: patients.createdAt,
  invalidDates: patients.invalidDates,
  group: patients.statusGroup,
  two: sql<number>`1 + 1`,
};

const branchColumns = {
  id: branches.id,
  name: branches.name,
  address: branches.address,
  latitude: branches.latitude,
  exams: branches.exams,
  utm: branches.utm,
  partnerName: partners.name,
};

const none = sql`'{}'::json`;

test('a page has the rows that Drizzle selects, with every type of a column', async () => {
  const { db, pool } = await createTestDatabase();
  const ids = await addPatients(
    db,
    TEXTS.map((name, at) => ({
      id: `usr_${at}`,
      name,
      email: at % 2 ? name : null,
      status: at % 3 ? at : null,
      birthDate: at % 2 ? '1992-02-29' : null,
      invalidDates: at % 2 ? { createdAt: name } : null,
    })),
  );
  for (const [at, instant] of INSTANTS.entries())
    await pool.query('update patients set created_at = $2 where id = $1', [ids[at], instant]);
  const selected = await db.select(patientColumns).from(patients).orderBy(asc(patients.id));
  const { rows, metadata } = await queryPage<typeof patientColumns, { a: number }>(db, {
    columns: patientColumns,
    form: undefined,
    parts: () => ({
      rows: sql`select ${selectList(patientColumns)} from ${patients} order by ${patients.id}`,
      metadata: sql`'{"a": 1}'::json`,
    }),
  });
  expect(selected).toHaveLength(TEXTS.length);
  expect(rows).toEqual(selected);
  expect(JSON.stringify(rows)).toBe(JSON.stringify(selected));
  expect(metadata).toEqual({ a: 1 });
});

test('rows of a page and nested rows have arrays, JSON and numbers as they are', async () => {
  const { db } = await createTestDatabase();
  const partnerId = await addPartner(db, { name: 'Clínica' });
  for (const [at, text] of TEXTS.entries())
    await addBranch(db, partnerId, {
      id: `brc_${at}`,
      name: text,
      address: at % 2 ? text : { street: text },
      latitude: at % 2 ? 19.432_607_7 * at : null,
      exams: at % 2 ? [text, 'b'] : [],
      utm: at % 2 === 0,
    });
  const from = sql`from ${branches} join ${partners} on ${partners.id} = ${branches.partnerId}
    order by ${branches.id}`;
  const selected = await db
    .select(branchColumns)
    .from(branches)
    .innerJoin(partners, eq(partners.id, branches.partnerId))
    .orderBy(asc(branches.id));
  expect(selected).toHaveLength(TEXTS.length);
  expect(await pageOf(branchColumns, sql`select ${selectList(branchColumns)} ${from}`)).toEqual(
    selected,
  );
  const [row] = await db.select({ rows: nestedRows(branchColumns, from) }).from(partners);
  expect(row?.rows).toEqual(selected);

  async function pageOf<C extends typeof branchColumns>(columns: C, rows: SQL) {
    const parts = () => ({ rows, metadata: none });
    const found = await queryPage<C, object>(db, { columns, form: undefined, parts });
    return found.rows satisfies RowOf<C>[];
  }
});

test('a page without rows is empty, and so are nested rows', async () => {
  const { db } = await createTestDatabase();
  await addPartner(db);
  const found = await queryPage(db, {
    columns: patientColumns,
    form: undefined,
    parts: () => ({
      rows: sql`select ${selectList(patientColumns)} from ${patients} where false`,
      metadata: none,
    }),
  });
  expect(found.rows).toEqual([]);
  const nested = nestedRows(patientColumns, sql`from ${patients} where false`);
  expect(await db.select({ nested }).from(partners)).toEqual([{ nested: [] }]);
});
