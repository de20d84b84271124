import { success } from '@simiente/contract/common/call';
import { patientFigures, patientPage } from '@simiente/contract/patients/calls';
import { patientSorts } from '@simiente/contract/patients/filters';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forLength } from '../../../../../scripts/test-length.mjs';
import { patients } from '../../schema/patients.ts';
import { sharedApplication } from '../../testing/application.ts';
import { patientList } from '../../testing/calls/patient-list.ts';
import { addPatients } from '../../testing/records.ts';

const running = sharedApplication();
const { have, list } = patientList(running);

type Query = Record<string, string>;

async function dataOf(path: string, query: Query): Promise<unknown> {
  const { status, body } = await running().staff.get(`${path}?${new URLSearchParams(query)}`);
  expect(status).toBe(200);
  return body;
}

async function rowsFirst(query: Query) {
  const answer = await dataOf('/v1/user/list', { ...query, figures: 'ready' });
  return success(patientPage).parse(answer).data;
}

async function figures({ status = '0', search, createdFrom }: Query) {
  const filters = { status, ...(search && { search }), ...(createdFrom && { createdFrom }) };
  return success(patientFigures).parse(await dataOf('/v1/user/figures', filters)).data;
}

const row = fc.record({
  name: fc.constantFrom('Ana', 'Ñu', 'nu', 'Ona', 'Ema'),
  status: fc.constantFrom(null, 1, 2, 3, 4, 9),
  createdAt: fc.option(fc.constantFrom(1, 2, 3).map((day) => new Date(Date.UTC(2026, 0, day, 18)))),
});

test('E-10.696: rows that do not wait for figures are those of the list, and so are the figures of their own call', async () => {
  const { db } = running().database;
  await have([]);
  const asked = fc.record({
    rows: fc.array(row, { maxLength: 25 }),
    sort: fc.constantFrom(...patientSorts),
    limit: fc.integer({ min: 4, max: 30 }).map(String),
    status: fc.constantFrom('0', '0', '4'),
    filter: fc.constantFrom<Query>({}, { search: 'n' }, { createdFrom: '2026-01-02' }),
  });
  await fc.assert(
    fc.asyncProperty(asked, async ({ rows, filter, ...rest }) => {
      await db.delete(patients);
      await addPatients(db, rows);
      const query = { ...rest, ...filter };
      let cursor: string | null = '';
      do {
        const place: Query = cursor === '' ? {} : { cursor };
        const { userData, nextCursor, ...counted } = await list({ ...query, ...place });
        const first = await rowsFirst({ ...query, ...place });
        expect(first).toMatchObject({ userData, nextCursor });
        expect(await figures(query)).toEqual(counted);
        // Ready: stored ones, and those of results that are all on the page.
        const isPlain = Object.keys(filter).length === 0;
        const isWhole = cursor === '' && nextCursor === null && rest.status === '0';
        expect(first).toEqual({ userData, nextCursor, ...((isPlain || isWhole) && counted) });
        cursor = nextCursor;
      } while (cursor !== null);
    }),
    { numRuns: forLength(15, 80) },
  );
});
