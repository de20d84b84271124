import type { ProspectPage } from '@simiente/contract/prospects/calls';
import { prospectSorts } from '@simiente/contract/prospects/filters';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forLength } from '../../../../../scripts/test-length.mjs';
import { prospects } from '../../schema/prospects.ts';
import { sharedApplication } from '../../testing/application.ts';
import { addProspects, getNames, prospectList } from '../../testing/calls/prospect-list.ts';

const testApp = sharedApplication();
const { replaceProspects, list } = prospectList(testApp);

/** Only a few different values, so that ties and missing values are frequent. */
const row = fc.record({
  name: fc.constantFrom('Ana', 'ana', 'Ána', 'Ñu', 'nu', 'O', ''),
  reason: fc.constantFrom(
    null,
    '',
    'Precio',
    'precio',
    'Último',
    `${'x'.repeat(200)}a`,
    `${'x'.repeat(200)}b`,
    '🐘'.repeat(300),
  ),
  status: fc.constantFrom(null, 'pending', 'contacted', 'archivado'),
  createdAt: fc.option(fc.constantFrom(1, 2, 3).map((date) => new Date(Date.UTC(2026, 0, date)))),
});

test('E-7.25: every prospect is on exactly one page, in order, while others are added and deleted', async () => {
  await replaceProspects([]);
  const { db } = testApp().database;
  const walk = fc.record({
    rows: fc.array(row, { minLength: 1, maxLength: 25 }),
    sort: fc.constantFrom(...prospectSorts),
    limit: fc.integer({ min: 1, max: 7 }),
    status: fc.constantFrom(undefined, undefined, 'none'),
    search: fc.constantFrom('', '', 'n'),
    changes: fc.array(fc.oneof(row, fc.nat({ max: 24 })), { maxLength: 8 }),
  });
  await fc.assert(
    fc.asyncProperty(walk, async ({ rows, sort, limit, status, search, changes }) => {
      await db.delete(prospects);
      const first = await addProspects(testApp, rows);
      const query = { sort, search, limit: String(limit), ...(status && { status }) };
      const getIds = (page: ProspectPage) => page.prospects.map(({ idProspect }) => idProspect);
      const expected = getIds(await list({ ...query, limit: '100' }));
      const deleted = new Set<string>();
      const seen: string[] = [];
      const events = [...changes];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page: ProspectPage = await list(cursor === '' ? query : { ...query, cursor });
        expect(page.prospects.length).toBeLessThanOrEqual(limit);
        seen.push(...getIds(page));
        cursor = page.nextCursor;
        const event = events.shift();
        if (typeof event === 'number') {
          const id = first[event % first.length] ?? '';
          deleted.add(id);
          await db.update(prospects).set({ deletedAt: new Date() }).where(eq(prospects.id, id));
        } else if (event) {
          await addProspects(testApp, [event]);
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

test('orders use Spanish collation, and missing dates are the oldest', async () => {
  await replaceProspects([
    { name: 'Óscar', reason: 'b', createdAt: new Date('2026-01-02') },
    { name: 'Ñu', reason: null, createdAt: null },
    { name: 'Nuria', reason: 'Á', createdAt: new Date('2026-01-01') },
  ]);
  expect(getNames(await list({ sort: 'name' }))).toEqual(['Nuria', 'Ñu', 'Óscar']);
  expect(getNames(await list({ sort: 'motivo' }))).toEqual(['Ñu', 'Nuria', 'Óscar']);
  expect(getNames(await list())).toEqual(['Óscar', 'Nuria', 'Ñu']);
});

test('a cursor of another order, or a foreign one, is rejected', async () => {
  await replaceProspects([{ name: 'A' }, { name: 'B' }]);
  const { nextCursor } = await list({ sort: 'name', limit: '1' });
  for (const query of [
    { sort: '-name', cursor: nextCursor ?? '' },
    { sort: 'name', cursor: 'x.y' },
  ]) {
    const { status, body } = await testApp().staff.get(
      `/v1/prospects/list?${new URLSearchParams(query)}`,
    );
    expect({ status, body }).toMatchObject({ status: 400, body: { code: 'CURSOR_INVALID' } });
  }
});
