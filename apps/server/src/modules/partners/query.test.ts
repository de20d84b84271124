import {
  type PartnerListInput,
  type PartnerPage,
  partnerPage,
} from '@simiente/contract/partners/calls';
import { beforeAll, describe, expect, test } from 'vitest';
import { auditEvents } from '../../schema/audit.ts';
import { sharedApplication } from '../../testing/application.ts';
import { addBranch, addPartner } from '../../testing/records.ts';

const testApp = sharedApplication();

beforeAll(async () => {
  const { db } = testApp().database;
  const rows = [
    { id: 'alba', name: 'Clínica Álba', country: 'Perú', type: 'Clínica', branches: 2 },
    { id: 'bosque', name: 'bosque', country: 'México', type: 'Laboratorio', branches: 11 },
    {
      id: 'ceiba',
      name: 'Laboratorios Ceiba',
      country: 'México',
      type: 'Laboratorio',
      branches: 0,
    },
    { id: 'norte', name: '100% Norte_', country: null, type: null, branches: 1 },
    { id: 'nandu', name: 'Ñandú', country: 'Chile', type: 'Farmacia', branches: 0 },
    {
      id: 'telmo',
      name: 'Hospital San Telmo',
      country: 'Argentina',
      type: 'Hospital',
      branches: 1,
    },
    { id: 'otro', name: 'Otro', country: '', type: 'Otro', branches: 0 },
  ];
  for (const { branches, ...row } of rows) {
    await addPartner(db, row);
    for (let index = 0; index < branches; index += 1) await addBranch(db, row.id);
  }
  await addBranch(db, 'ceiba', { deletedAt: new Date() });
  await addPartner(db, {
    id: 'deleted',
    name: 'Laboratorio en la papelera',
    deletedAt: new Date(),
  });
});

async function list(input: PartnerListInput = {}): Promise<PartnerPage> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) query.set(name, String(value));
  const { status, body } = await testApp().staff.get(`/v1/partner/list?${query}`);
  expect(status).toBe(200);
  return partnerPage.parse((body as { data: unknown }).data);
}

const ids = (page: Pick<PartnerPage, 'partners'>) =>
  page.partners.map(({ idPartner }) => idPartner);

test('E-3.72: the list has every partner that is not deleted, by name, with branches and countries', async () => {
  const page = await list();
  expect(page).toMatchObject({ total: 7, totalIsCapped: false, countries: 4, nextCursor: null });
  expect(page.partners.map(({ idPartner, branches }) => [idPartner, branches])).toEqual([
    ['norte', 1],
    ['bosque', 11],
    ['alba', 2],
    ['telmo', 1],
    ['ceiba', 0],
    ['nandu', 0],
    ['otro', 0],
  ]);
});

test('E-7.7: get_partners returns every partner in one answer', async () => {
  const { body } = await testApp().staff.get('/v1/partner/get_partners');
  expect(body).toEqual({ status: 200, data: (await list()).partners });
});

describe('the order of partners', () => {
  test.each([
    ['branches', ['ceiba', 'nandu', 'otro', 'norte', 'telmo', 'alba', 'bosque']],
    ['country', ['norte', 'otro', 'telmo', 'nandu', 'bosque', 'ceiba', 'alba']],
    // Order of the shown tags: Clínica, Hospital, Laboratorio, Sin tipo.
    ['type', ['alba', 'telmo', 'bosque', 'ceiba', 'nandu', 'norte', 'otro']],
    ['name', ['norte', 'bosque', 'alba', 'telmo', 'ceiba', 'nandu', 'otro']],
  ] as const)(
    'E-7.13: works by %s in both directions, page after page',
    async (field, expected) => {
      for (const sort of [field, `-${field}`] as const) {
        const found: string[] = [];
        let cursor: string | null = '';
        while (cursor !== null) {
          const page = await list({ sort, limit: 2, ...(cursor !== '' && { cursor }) });
          expect(page.total).toBe(7);
          found.push(...ids(page));
          cursor = page.nextCursor;
        }
        expect(found).toEqual(sort === field ? expected : expected.toReversed());
      }
    },
  );

  test('rejects a cursor of another order', async () => {
    const { nextCursor } = await list({ limit: 1 });
    const { status, body } = await testApp().staff.get(
      `/v1/partner/list?sort=-name&cursor=${nextCursor}`,
    );
    expect([status, (body as { code: string }).code]).toEqual([400, 'CURSOR_INVALID']);
  });
});

describe('a filter of partners', () => {
  test.each([
    ['ALBA', ['alba']],
    ['clinica álba', ['alba']],
    ['lab', ['ceiba']],
    ['ñandu', ['nandu']],
    ['100%', ['norte']],
    ['%', ['norte']],
    ['_', ['norte']],
    ["'; drop table partners; --", []],
    ['papelera', []],
  ])('E-2.109: by the text %j finds %j', async (search, expected) => {
    const page = await list({ search });
    expect(ids(page)).toEqual(expected);
    expect(page.total).toBe(expected.length);
  });

  test.each([
    ['Laboratorio', ['bosque', 'ceiba']],
    ['Clínica', ['alba']],
    ['Hospital', ['telmo']],
    ['Otro', ['norte', 'nandu', 'otro']],
  ] as const)('by the type %s keeps %j', async (type, expected) => {
    expect(ids(await list({ type }))).toEqual(expected);
  });

  test('by branches combines with the type, also in its counts', async () => {
    const page = await list({ type: 'Laboratorio', withBranches: true });
    expect([ids(page), page.total, page.countries]).toEqual([['bosque'], 1, 1]);
  });

  test.each([
    'type=Farmacia',
    'type=',
    'sort=website',
    'limit=0',
    'limit=10000000',
    'withBranches=quizá',
    `search=${'a'.repeat(201)}`,
    'cursor=x',
    'otro=1',
    '__proto__=1',
  ])('is rejected if it is invalid: %s', async (query) => {
    const { status } = await testApp().staff.get(`/v1/partner/list?${query}`);
    expect(status).toBe(400);
  });
});

test('reading the list of partners leaves one audit row, without the search text', async () => {
  const { db } = testApp().database;
  const before = (await db.select().from(auditEvents)).length;
  await list({ search: 'clínica', type: 'Clínica' });
  const rows = await db.select().from(auditEvents).orderBy(auditEvents.id);
  expect(rows.slice(before).map(({ action, details }) => [action, details])).toEqual([
    [
      'partners.listed',
      {
        filter: {
          type: 'Clínica',
          withBranches: false,
          sort: 'name',
          limit: 50,
          searched: true,
          continued: false,
        },
        count: 1,
      },
    ],
  ]);
});
