import { type Branch, type BranchPage, branchPage } from '@simiente/contract/branches/calls';
import { branchSorts } from '@simiente/contract/branches/filters';
import { success } from '@simiente/contract/common/call';
import { errorBody } from '@simiente/contract/common/errors';
import { partnerPage } from '@simiente/contract/partners/calls';
import { desc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditEvents } from '../../schema/audit.ts';
import { branches } from '../../schema/partners.ts';
import { sharedApplication } from '../../testing/application.ts';
import { addBranch, addPartner } from '../../testing/records.ts';

const testApp = sharedApplication();
const LIST = '/v1/partner/get-branches-by-partner/';

/** A partner for this test only, with its branches in the given order. */
async function addBranches(...rows: Parameters<typeof addBranch>[2][]): Promise<string> {
  const { db } = testApp().database;
  const idPartner = await addPartner(db, { name: 'Laboratorio Almena', type: 'Laboratorio' });
  for (const row of rows) await addBranch(db, idPartner, row);
  return idPartner;
}

const get = (idPartner: string, query: Record<string, string> = {}) =>
  testApp().staff.get(`${LIST}?${new URLSearchParams({ idPartner, ...query })}`);

async function list(idPartner: string, query: Record<string, string> = {}): Promise<BranchPage> {
  const { status, body } = await get(idPartner, query);
  expect(status, JSON.stringify(body)).toBe(200);
  return success(branchPage).parse(body).data;
}

const getNames = (page: Pick<BranchPage, 'branches'>) => page.branches.map(({ name }) => name);
const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    name: `Sucursal ${String(index + 1).padStart(2, '0')}`,
    state: 'Jalisco',
  }));

test('S-1: a branch is presented with the names of the legacy calls', async () => {
  const idPartner = await addBranches({
    name: 'Almena Roma Norte',
    address: { street: 'Álvaro Obregón 182', neighborhood: 'Roma Norte' },
    latitude: 19.41844,
    longitude: -99.16231,
    phone: '55 5264 1180',
    state: 'Ciudad de México',
    website: 'https://almena.example',
    zip: '06700',
    exams: ['SEM', 'Estudio de antes'],
    utm: true,
    timeZone: null,
    version: 3,
  });
  const { branches: page, ...rest } = await list(idPartner);
  const [only] = page;
  expect(rest).toEqual({ total: 1, totalIsCapped: false, nextCursor: null, lastBranch: null });
  expect(only).toEqual({
    id: only?.idBranch,
    idBranch: expect.stringMatching(/^brn_/),
    name: 'Almena Roma Norte',
    address: { street: 'Álvaro Obregón 182', neighborhood: 'Roma Norte' },
    location: { lat: 19.41844, lng: -99.16231 },
    phone: '55 5264 1180',
    state: 'Ciudad de México',
    website: 'https://almena.example',
    zip: '06700',
    exam_available: ['SEM', 'Estudio de antes'],
    namePartner: 'Laboratorio Almena',
    partner: { id: idPartner, name: 'Laboratorio Almena' },
    utm: true,
    timeZone: null,
    version: 3,
  });
});

test('E-7.9: the path works with and without its trailing slash', async () => {
  const idPartner = await addBranches({ name: 'Centro' });
  const answer = await testApp().staff.get(`${LIST.slice(0, -1)}?idPartner=${idPartner}`);
  expect(answer.status).toBe(200);
  expect(answer).toEqual(await get(idPartner));
});

describe('pages of branches', () => {
  test('S-2: have 10 branches, each page after the last received branch, as in the legacy call', async () => {
    const idPartner = await addBranches(...numbered(23));
    const seen: Branch[] = [];
    let lastBranch: string | null = '';
    const sizes: number[] = [];
    while (lastBranch !== null) {
      const page = await list(idPartner, { lastBranch });
      expect(page.total).toBe(23);
      expect(page.lastBranch).toBe(
        page.branches.length === 10 ? (page.branches.at(-1)?.id ?? null) : null,
      );
      sizes.push(page.branches.length);
      seen.push(...page.branches);
      lastBranch = page.lastBranch;
    }
    expect(sizes).toEqual([10, 10, 3]);
    expect(getNames({ branches: seen })).toEqual(numbered(23).map(({ name }) => name));
  });

  test.each(branchSorts)('sorted by %s have each branch exactly once', async (sort) => {
    const states = ['Yucatán', 'jalisco', 'Ávila', null, 'Jalisco', ''];
    const idPartner = await addBranches(
      ...states.map((state, index) => ({
        name: `S ${index % 2}`,
        state,
        phone: index % 2 ? null : '33',
        address: index % 3 ? { a: 'x', b: 'y' } : 'Calle 1',
        exams: Array.from({ length: index % 3 }, () => 'SEM'),
      })),
    );
    const seen: string[] = [];
    let next: Record<string, string> | null = {};
    while (next !== null) {
      const page = await list(idPartner, { sort, limit: '2', ...next });
      seen.push(...page.branches.map(({ id }) => id));
      next =
        page.nextCursor === null || page.lastBranch === null
          ? null
          : { lastBranch: page.lastBranch, cursor: page.nextCursor };
    }
    expect(seen).toHaveLength(states.length);
    expect(new Set(seen).size).toBe(states.length);
    const opposite = sort.startsWith('-') ? sort.slice(1) : `-${sort}`;
    const { branches: other } = await list(idPartner, { sort: opposite, limit: '100' });
    expect(other.map(({ id }) => id)).toEqual(seen.toReversed());
  });

  test('are ordered by state in Spanish collation, and then by name, by default', async () => {
    const idPartner = await addBranches(
      { name: 'Polanco', state: 'Ciudad de México' },
      { name: 'Altabrisa', state: 'Yucatán' },
      { name: 'Coyoacán', state: 'Ciudad de México' },
      { name: 'Bosques', state: 'Aguascalientes' },
      { name: 'Área', state: 'Ciudad de México' },
    );
    expect(getNames(await list(idPartner))).toEqual([
      'Bosques',
      'Área',
      'Coyoacán',
      'Polanco',
      'Altabrisa',
    ]);
  });

  test.each(['address', 'exams'])(
    'are ordered by count when they are sorted by %s',
    async (sort) => {
      const idPartner = await addBranches(
        { name: 'Muchos', address: { a: '1', b: '2', c: '3' }, exams: ['SEM', 'ECO', 'BIO'] },
        { name: 'Uno', address: 'Una calle, una colonia, una ciudad', exams: ['SEM'] },
        { name: 'Nada', address: null, exams: [] },
      );
      expect(getNames(await list(idPartner, { sort }))).toEqual(['Nada', 'Uno', 'Muchos']);
    },
  );

  test('E-2.126: skip and repeat nothing while branches are added, changed and deleted', async () => {
    const { db } = testApp().database;
    const idPartner = await addBranches(...numbered(15));
    const first = await list(idPartner);
    const last = first.branches.at(-1);
    await addBranch(db, idPartner, { name: 'Sucursal 00', state: 'Jalisco' });
    await addBranch(db, idPartner, { name: 'Sucursal 12 bis', state: 'Jalisco' });
    // The last received branch is renamed so that it sorts at the end, and an earlier one is deleted.
    await db
      .update(branches)
      .set({ name: 'Sucursal 99' })
      .where(eq(branches.id, last?.id ?? ''));
    await db
      .update(branches)
      .set({ deletedAt: new Date() })
      .where(eq(branches.id, first.branches[3]?.id ?? ''));
    const rest = await list(idPartner, {
      lastBranch: first.lastBranch ?? '',
      cursor: first.nextCursor ?? '',
    });
    expect(getNames(rest)).toEqual([
      'Sucursal 11',
      'Sucursal 12',
      'Sucursal 12 bis',
      'Sucursal 13',
      'Sucursal 14',
      'Sucursal 15',
      'Sucursal 99',
    ]);
  });

  test('continue after a last branch that was deleted between two pages', async () => {
    const { db } = testApp().database;
    const idPartner = await addBranches(...numbered(12));
    const { lastBranch } = await list(idPartner);
    await db
      .update(branches)
      .set({ deletedAt: new Date() })
      .where(eq(branches.id, lastBranch ?? ''));
    const rest = await list(idPartner, { lastBranch: lastBranch ?? '' });
    expect(getNames(rest)).toEqual(['Sucursal 11', 'Sucursal 12']);
    expect(rest.total).toBe(11);
  });

  test('are rejected if they begin after an unknown branch or a branch of another partner', async () => {
    const { db } = testApp().database;
    const idPartner = await addBranches(...numbered(2));
    const foreign = await addBranch(db, await addPartner(db));
    for (const lastBranch of [foreign, 'brn_nadie']) {
      expect(await get(idPartner, { lastBranch })).toEqual({
        status: 400,
        body: errorBody('CURSOR_INVALID'),
      });
    }
  });
});

describe('the search of branches', () => {
  test.each([
    ['a name', 'angelopolis'],
    ['a name, in capitals', 'ANGELÓPOLIS'],
    ['a state', 'nuevo leon'],
    ['a part of an address', 'nino poblano'],
    ['an address of one text', 'ruiz cortines'],
    ['digits of a phone', '222 225'],
    ['digits of a phone, spaced otherwise', '(222) 2256113'],
  ])('finds by %s', async (_what, search) => {
    const idPartner = await addBranches(
      {
        name: 'Almena Angelópolis',
        state: 'Nuevo León',
        address: { street: 'Blvd. del Niño Poblano 2510', note: 'Ruiz Cortines' },
        phone: '222 225 6113',
      },
      { name: 'Almena Boca del Río', state: 'Veracruz', address: 'Av. 1', phone: '229 927 3316' },
    );
    const page = await list(idPartner, { search });
    expect(getNames(page)).toEqual(['Almena Angelópolis']);
    expect(page).toMatchObject({ total: 1, totalIsCapped: false });
  });

  test('finds branches of only one partner, without deleted ones', async () => {
    const idPartner = await addBranches(
      { name: 'Centro' },
      { name: 'Centro ido', deletedAt: new Date() },
    );
    await addBranches({ name: 'Centro ajeno' });
    expect(getNames(await list(idPartner, { search: 'centro' }))).toEqual(['Centro']);
    expect(getNames(await list(idPartner))).toEqual(['Centro']);
  });

  test('takes LIKE wildcards literally', async () => {
    const idPartner = await addBranches({ name: 'Cien%' }, { name: 'Otra' });
    expect(getNames(await list(idPartner, { search: '%' }))).toEqual(['Cien%']);
    expect(getNames(await list(idPartner, { search: '_' }))).toEqual([]);
  });
});

describe('the positions of branches on a map', () => {
  const places = (idPartner: string, search = '') =>
    testApp().staff.get(
      `/v1/partner/get-branch-places?${new URLSearchParams({ idPartner, ...(search && { search }) })}`,
    );

  test('list all branches with a position, and the number of branches without one', async () => {
    const idPartner = await addBranches(
      { name: 'Norte', state: 'Sonora', latitude: 29.07, longitude: -110.95 },
      { name: 'Sur', latitude: 16.75, longitude: -93.11 },
      { name: 'Sin lugar' },
      { name: 'Media', latitude: 1 },
      { name: 'Ida', latitude: 1, longitude: 1, deletedAt: new Date() },
    );
    const { body } = await places(idPartner);
    expect(body).toEqual({
      status: 200,
      data: {
        places: expect.arrayContaining([
          expect.objectContaining({ name: 'Norte', location: { lat: 29.07, lng: -110.95 } }),
          expect.objectContaining({ name: 'Sur', state: null }),
        ]),
        left: 0,
        unplaced: 2,
      },
    });
    expect((await places(idPartner, 'norte')).body).toMatchObject({
      data: { places: [{ name: 'Norte' }], unplaced: 0 },
    });
  });

  test('return a 404 for a deleted partner', async () => {
    const deleted = await addPartner(testApp().database.db, { deletedAt: new Date() });
    expect(await places(deleted)).toEqual({ status: 404, body: errorBody('NOT_FOUND') });
  });
});

test('a request for the branches of an unknown or deleted partner returns a 404', async () => {
  const deleted = await addPartner(testApp().database.db, { deletedAt: new Date() });
  for (const idPartner of [deleted, 'par_nadie']) {
    expect(await get(idPartner)).toEqual({ status: 404, body: errorBody('NOT_FOUND') });
  }
});

test.each([
  'idPartner=',
  'idPartner=a%20b',
  'limit=0',
  'limit=101',
  'sort=zip',
  'search=%00',
  'cursor=x',
  'lastBranch=a%20b',
  'page=2',
])('an invalid list of branches returns a 400 with a message: %s', async (query) => {
  const idPartner = query.startsWith('idPartner') ? '' : `idPartner=${await addBranches()}&`;
  const { status, body } = await testApp().staff.get(`${LIST}?${idPartner}${query}`);
  expect(status).toBe(400);
  expect(body).toMatchObject({ status: 400, errorMessage: expect.stringMatching(/\S/) });
});

test('T-C5: the cursor of another list returns a 400', async () => {
  const { db } = testApp().database;
  const idPartner = await addBranches(...numbered(2));
  await addPartner(db, { name: 'Otro' });
  const { body } = await testApp().staff.get('/v1/partner/list?sort=name&limit=1');
  const { nextCursor } = success(partnerPage).parse(body).data;
  const cursor = nextCursor ?? '';
  expect(cursor).not.toBe('');
  expect(await get(idPartner, { sort: 'name', limit: '1', cursor })).toEqual({
    status: 400,
    body: errorBody('CURSOR_INVALID'),
  });
});

test('the list of branches leaves one audit row with its partner and without the search text', async () => {
  const idPartner = await addBranches({ name: 'Centro' });
  await list(idPartner, { search: 'centro' });
  const { db } = testApp().database;
  const [newest] = await db.select().from(auditEvents).orderBy(desc(auditEvents.id)).limit(1);
  expect(newest).toMatchObject({
    action: 'branches.listed',
    subjectKind: 'partner',
    subjectId: idPartner,
    patientId: null,
    details: {
      filter: { sort: 'state', limit: 10, searched: true, continued: false },
      count: 1,
    },
  });
});
