import { type SQL, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forLength } from '../../../../../scripts/test-length.mjs';
import { patients } from '../../schema/patients.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { addPatients } from '../../testing/records.ts';
import { containsWordOrPair, matchesSearch } from './search.ts';

/** Only a few letters, so that pairs occur, with signs and letters that no ASCII trigram has. */
const letter = fc.constantFrom(
  ...'aeñÑnwqWQ',
  ...' .-@_1\t%\\',
  'ü',
  'é',
  'ж',
  'Ω',
  '京',
  '😀',
  'ß',
  'n\u0303',
);
const text = (maxLength: number) => fc.array(letter, { minLength: 1, maxLength });
const patient = fc.record({
  name: text(8).map((letters) => letters.join('')),
  email: fc.option(text(6).map((letters) => letters.join(''))),
  phone: fc.option(fc.stringMatching(/^[\d ()+-]{0,12}$/)),
});
const term = fc.oneof(text(2), text(2), text(4)).map((letters) => letters.join(''));

test('trigrams find two letters anywhere, independent of accents and case', async () => {
  const database = await createTestDatabase();
  const { db } = database;
  await fc.assert(
    fc.asyncProperty(
      fc.array(patient, { minLength: 40, maxLength: 80 }),
      fc.array(term, { minLength: 10, maxLength: 20 }),
      async (rows, terms) => {
        await db.delete(patients);
        await addPatients(db, rows);
        await db.transaction(async (transaction) => {
          await transaction.execute(sql`set local enable_seqscan = off`);
          await transaction.execute(sql`set local enable_indexscan = off`);
          await transaction.execute(sql`set local enable_indexonlyscan = off`);
          const findIds = async (where: SQL | undefined) => {
            const matches = await transaction
              .select({ id: patients.id, searchText: patients.searchText })
              .from(patients)
              .where(sql`deleted_at is null and ${where ?? sql`true`}`)
              .orderBy(patients.id);
            return matches.map(({ searchText }) => searchText);
          };
          for (const one of terms) {
            const all = matchesSearch(sql`(${patients.searchText} || '')`, one);
            const indexed = matchesSearch(patients.searchText, one, undefined, containsWordOrPair);
            expect(await findIds(indexed), JSON.stringify(one)).toEqual(await findIds(all));
          }
        });
      },
    ),
    { numRuns: forLength(10, 100), endOnFailure: true },
  );
});
