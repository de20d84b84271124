import { success } from '@simiente/contract/common/call';
import { errorBody } from '@simiente/contract/common/errors';
import { type PatientPage, patientPage } from '@simiente/contract/patients/calls';
import { patientSorts } from '@simiente/contract/patients/filters';
import { eq, inArray } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forLength } from '../../../../../scripts/test-length.mjs';
import { patients } from '../../schema/patients.ts';
import { sharedApplication } from '../../testing/application.ts';
import { addPatients } from '../../testing/records.ts';

const testApp = sharedApplication();
/** All orders except by next appointment, which sorts only patients with one: see `list-patients.test.ts`. */
const sorts = patientSorts.filter((sort) => !sort.endsWith('nextAppointment'));

async function list(query: Record<string, string>): Promise<PatientPage> {
  const { status, body } = await testApp().staff.get(`/v1/user/list?${new URLSearchParams(query)}`);
  expect(status).toBe(200);
  return success(patientPage).parse(body).data;
}

/** Only a few different values, so that ties and missing dates are frequent. */
const day = fc.option(fc.constantFrom(1, 2, 3).map((date) => new Date(Date.UTC(2026, 0, date))));
const row = fc.record({
  name: fc.constantFrom('Ana', 'ana', 'Ána', 'Ñu', 'nu', 'Nz', 'O', ''),
  status: fc.constantFrom(null, 1, 2, 3, 4, 9),
  createdAt: day,
  lastAccessAt: day,
});

test('E-7.22: pages of the usual size, whose statements are prepared, have the same patients as others', async () => {
  const { db } = testApp().database;
  await db.delete(patients);
  await addPatients(
    db,
    Array.from({ length: 130 }, (_, n) => ({
      name: `${['Ana', 'Ñu', 'Eva'][n % 3]} ${n % 40}`,
      status: 1 + (n % 2),
      createdAt: new Date(Date.UTC(2026, 0, 1 + (n % 9))),
      lastAccessAt: n % 4 === 0 ? null : new Date(Date.UTC(2026, 1, 1 + (n % 7))),
    })),
  );
  const walk = async (query: Record<string, string>) => {
    const ids: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: PatientPage = await list(cursor === '' ? query : { ...query, cursor });
      ids.push(...page.userData.map(({ idUser }) => idUser));
      cursor = page.nextCursor;
    }
    return ids;
  };
  for (const sort of sorts) {
    for (const status of ['0', '1', '2']) {
      const usual = await walk({ sort, status });
      expect(usual).toHaveLength(status === '0' ? 130 : 65);
      expect(usual).toEqual(await walk({ sort, status, limit: '100' }));
    }
  }
});

describe('the list of patients page by page', () => {
  test('E-7.22: has each patient exactly once, in order, while others are added and deleted', async () => {
    const { db } = testApp().database;
    const walk = fc.record({
      rows: fc.array(row, { minLength: 1, maxLength: 25 }),
      sort: fc.constantFrom(...sorts),
      limit: fc.integer({ min: 1, max: 7 }),
      status: fc.constantFrom('0', '0', '4'),
      search: fc.constantFrom('', '', 'n'),
      /** A change between two pages: a new row, or the deletion of one of the first rows. */
      changes: fc.array(fc.oneof(row, fc.nat({ max: 24 })), { maxLength: 8 }),
    });
    await fc.assert(
      fc.asyncProperty(walk, async ({ rows, sort, limit, status, search, changes }) => {
        await db.delete(patients);
        const first = await addPatients(db, rows);
        const query = { sort, status, search, limit: String(limit) };
        const expected = (await list({ ...query, limit: '100' })).userData.map(
          ({ idUser }) => idUser,
        );
        const deleted = new Set<string>();
        const seen: string[] = [];
        const events = [...changes];
        for (let cursor: string | null = ''; cursor !== null; ) {
          const page: PatientPage = await list(cursor === '' ? query : { ...query, cursor });
          expect(page.userData.length).toBeLessThanOrEqual(limit);
          seen.push(...page.userData.map(({ idUser }) => idUser));
          cursor = page.nextCursor;
          const event = events.shift();
          if (typeof event === 'number') {
            const id = first[event % first.length] ?? '';
            deleted.add(id);
            await db.update(patients).set({ deletedAt: new Date() }).where(eq(patients.id, id));
          } else if (event) {
            await addPatients(db, [event]);
          }
        }
        expect(new Set(seen).size, 'no row twice').toBe(seen.length);
        const stayed = expected.filter((id) => !deleted.has(id));
        expect(
          seen.filter((id) => stayed.includes(id)),
          'no row left out, all in order',
        ).toEqual(stayed);
      }),
      { numRuns: forLength(25, 60) },
    );
  });

  test('E-7.22: marks the last page, also when it is full', async () => {
    const { db } = testApp().database;
    await db.delete(patients);
    await addPatients(
      db,
      Array.from({ length: 4 }, (_, index) => ({ name: `P${index}` })),
    );
    const first = await list({ sort: 'name', limit: '2' });
    expect(first.nextCursor).not.toBeNull();
    const second = await list({ sort: 'name', limit: '2', cursor: first.nextCursor ?? '' });
    expect(second.userData.map(({ name }) => name)).toEqual(['P2', 'P3']);
    expect(second.nextCursor).toBeNull();
    expect([first.total, second.total]).toEqual([4, 4]);
    await db.delete(patients);
    expect(await list({})).toMatchObject({ userData: [], nextCursor: null, total: 0 });
  });

  test('continues after a row that was deleted between two pages, and after a very long name', async () => {
    const { db } = testApp().database;
    await db.delete(patients);
    const ids = await addPatients(
      db,
      ['A', 'ñ'.repeat(2000), 'Z'].map((name) => ({ name })),
    );
    const first = await list({ sort: 'name', limit: '2' });
    await db.delete(patients).where(inArray(patients.id, ids.slice(0, 2)));
    const second = await list({ sort: 'name', limit: '2', cursor: first.nextCursor ?? '' });
    expect(second.userData.map(({ idUser }) => idUser)).toEqual(ids.slice(2));
  });
});

describe('a cursor of the patients’ list', () => {
  async function someCursor(): Promise<string> {
    const { db } = testApp().database;
    await db.delete(patients);
    await addPatients(db, [{ name: 'A' }, { name: 'B' }, { name: 'C' }]);
    return (await list({ sort: 'name', limit: '1' })).nextCursor ?? '';
  }

  async function rejection(query: Record<string, string>) {
    const { status, body } = await testApp().staff.get(
      `/v1/user/list?${new URLSearchParams(query)}`,
    );
    return { status, body };
  }
  const invalid = { status: 400, body: errorBody('CURSOR_INVALID') };

  test('is rejected for another order', async () => {
    const cursor = await someCursor();
    for (const sort of sorts.filter((sort) => sort !== 'name')) {
      expect(await rejection({ sort, cursor })).toEqual(invalid);
    }
  });

  test('is rejected if it was tampered with', async () => {
    const cursor = await someCursor();
    const forged = Buffer.from(JSON.stringify(['name', "' or true --", 'x'])).toString('base64url');
    const altered = (index: number) => {
      const bytes = Buffer.from(cursor, 'base64url');
      bytes[index] = (bytes[index] ?? 0) ^ 1;
      return bytes.toString('base64url');
    };
    const { length } = Buffer.from(cursor, 'base64url');
    for (const text of [
      forged,
      // Changes in the nonce, the text and the tag.
      altered(0),
      altered(Math.floor(length / 2)),
      altered(length - 1),
      cursor.slice(0, -4),
      cursor.slice(4),
      `${cursor}AAAA`,
      `${cursor}=`,
      ` ${cursor}`,
      `${cursor}.x`,
    ]) {
      expect(await rejection({ sort: 'name', cursor: text }), text).toEqual(invalid);
    }
  });

  test.each([
    'x',
    '.',
    '..',
    'null',
    '%00',
    '[]',
    'ñ.ñ',
    "' or 1=1 --",
    '\u0000',
    'x'.repeat(8192),
  ])('the invalid cursor %j is rejected', async (cursor) => {
    expect(await rejection({ cursor })).toEqual(invalid);
  });

  test('reveals nothing about the patient at the end of the page', async () => {
    const { db } = testApp().database;
    await db.delete(patients);
    await addPatients(db, [{ name: 'Ana Villaseñor' }, { name: 'Beto' }]);
    const { nextCursor } = await list({ sort: 'name', limit: '1' });
    expect(nextCursor).toMatch(/^[\w-]{40,}$/);
    const bytes = Buffer.from(nextCursor ?? '', 'base64url');
    for (const part of ['Ana', 'Villase', 'ana villase', 'usr_', '/v1/user']) {
      expect(bytes.includes(part), part).toBe(false);
    }
  });
});
