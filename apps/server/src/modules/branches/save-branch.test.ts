import { type Branch, latitudeError, longitudeError } from '@simiente/contract/branches/calls';
import { errorBody } from '@simiente/contract/common/errors';
import { desc, eq, sql } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { auditEvents } from '../../schema/audit.ts';
import { idempotencyKeys } from '../../schema/operation/installation.ts';
import { branches, partners } from '../../schema/partners.ts';
import { sharedApplication } from '../../testing/application.ts';
import { LONG_WAIT } from '../../testing/long-wait.ts';
import { addBranch, addPartner } from '../../testing/records.ts';

const testApp = sharedApplication();

interface Answer {
  readonly status: number;
  readonly code?: string;
  readonly errorMessage?: string;
  readonly data?: { readonly newBranch?: Branch; readonly branch?: Branch };
  readonly issues?: readonly { readonly path: string; readonly message: string }[];
  readonly details?: { readonly current: Branch };
}

async function send(
  method: 'POST' | 'PUT',
  payload: object | string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await testApp().staff.request({
    method,
    url: method === 'POST' ? '/v1/partner/create-branch' : '/v1/partner/update-branch',
    payload,
    headers: { 'content-type': 'application/json', ...headers },
  });
  const body = answer.json<Answer>();
  expect(body.status).toBe(answer.statusCode);
  return body;
}

const partner = (row: Parameters<typeof addPartner>[1] = {}) =>
  addPartner(testApp().database.db, { name: 'Laboratorio Almena', ...row });

/** The values of the form. */
const makeBody = (id: string, fields: object = {}) => ({
  name: 'Almena Roma Norte',
  address: 'Álvaro Obregón 182, Roma Norte',
  location: { lat: 19.41844, lng: -99.16231 },
  phone: '55 5264 1180',
  state: 'Ciudad de México',
  website: 'https://almena.example',
  zip: '06700',
  exam_available: ['SEM', 'ECO'],
  namePartner: 'Laboratorio Almena',
  partner: { id, name: 'Laboratorio Almena' },
  utm: true,
  timeZone: 'America/Cancun',
  ...fields,
});

async function createBranch(fields: object = {}): Promise<Branch> {
  const { data } = await send('POST', makeBody(await partner(), fields));
  if (!data?.newBranch) throw new Error('The branch was not created');
  return data.newBranch;
}

const findRow = async (id: string) =>
  (await testApp().database.db.select().from(branches).where(eq(branches.id, id)))[0];
const findBranches = (partnerId: string) =>
  testApp().database.db.select().from(branches).where(eq(branches.partnerId, partnerId));
const newestAudit = async () =>
  (
    await testApp().database.db.select().from(auditEvents).orderBy(desc(auditEvents.id)).limit(1)
  )[0];

describe('a new branch', () => {
  test('E-3.43, E-7.10: is stored as sent, and can be read by its id', async () => {
    const id = await partner();
    const { status, data } = await send('POST', makeBody(id, { name: '  Almena Roma Norte ' }));
    expect(status).toBe(200);
    const expected = {
      ...makeBody(id),
      id: expect.stringMatching(/^brn_[0-9a-f]{20}$/),
      idBranch: data?.newBranch?.id,
      version: 1,
    };
    expect(data?.newBranch).toEqual(expected);
    const { body } = await testApp().staff.get(
      `/v1/partner/get-one-branch?idBranch=${data?.newBranch?.id}`,
    );
    expect(body).toEqual({ status: 200, data: { branch: expected } });
    expect(await newestAudit()).toMatchObject({ action: 'branch.read' });
  });

  test('is audited without its values', async () => {
    const { id, partner: branchPartner } = await createBranch();
    expect(await newestAudit()).toMatchObject({
      action: 'branch.created',
      subjectKind: 'branch',
      subjectId: id,
      details: { partner: branchPartner.id },
    });
  });

  test('E-3.45: has its partner’s stored name, whatever the request contains', async () => {
    const { namePartner, partner: owner } = await createBranch({ namePartner: 'Otro' });
    expect([namePartner, owner.name]).toEqual(['Laboratorio Almena', 'Laboratorio Almena']);
  });

  test.each(['-1', '007', 'true', 'null', '"', '[]'])(
    'keeps the address %j as text',
    async (address) => {
      expect((await createBranch({ address })).address).toBe(address);
    },
  );

  test('E-3.41, E-3.44: accepts an address in parts, exams by name, and a website without a scheme', async () => {
    const branch = await createBranch({
      address: { street: 'Calle 20', city: 'Mérida', note: ' ' },
      exam_available: ['RMN de Cráneo', 'Pefil tiroideo', 'ERM de Cráneo', 'SEM'],
      website: 'almena.example/mx',
    });
    expect(branch).toMatchObject({
      address: { street: 'Calle 20', city: 'Mérida' },
      exam_available: ['RC', 'PT', 'SEM'],
      website: 'https://almena.example/mx',
    });
  });

  test('is created once, however often its request is repeated', async () => {
    const id = await partner();
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const answers = await Promise.all([1, 2, 3].map(() => send('POST', makeBody(id), headers)));
    expect(new Set(answers.map(({ data }) => data?.newBranch?.id)).size).toBe(1);
    expect(await findBranches(id)).toHaveLength(1);
    const other = await send('POST', makeBody(id, { name: 'Otra' }), headers);
    expect(other.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  test('E-10.3630: a retry gets an answer that an earlier release stored', async () => {
    const key = crypto.randomUUID();
    const creation = [makeBody(await partner()), { 'idempotency-key': key }] as const;
    const { data } = await send('POST', ...creation);
    const { db } = testApp().database;
    await db.update(idempotencyKeys).set({ answer: data }).where(eq(idempotencyKeys.key, key));
    expect((await send('POST', ...creation)).data).toEqual(data);
  });

  test('is rejected for a deleted or unknown partner', async () => {
    const deleted = await partner({ deletedAt: new Date() });
    expect(await send('POST', makeBody(deleted))).toEqual(errorBody('PARTNER_DELETED'));
    expect(await send('POST', makeBody('par_nadie'))).toEqual(errorBody('NOT_FOUND'));
    expect(await findBranches(deleted)).toHaveLength(0);
  });

  test('waits while its partner is being deleted, and is then rejected', async () => {
    const { db } = testApp().database;
    const id = await partner();
    const { pending } = await db.transaction(async (transaction) => {
      // Imitates a deletion, which locks the record and then marks it.
      await transaction.execute(sql`select id from partners where id = ${id} for update`);
      await transaction.update(partners).set({ deletedAt: new Date() }).where(eq(partners.id, id));
      const pending = send('POST', makeBody(id));
      await vi.waitFor(async () => {
        const { rows } = await db.execute(
          sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        expect(rows).toHaveLength(1);
      }, LONG_WAIT);
      return { pending };
    });
    expect(await pending).toEqual(errorBody('PARTNER_DELETED'));
    expect(await findBranches(id)).toHaveLength(0);
  });
});

describe('an invalid field of a branch returns a 400 with its path', () => {
  const wrong = (lat: unknown, lng: unknown) => ({ location: { lat, lng } });

  test.each(['NaN', '91', -90.0001, '1e309', '', ' ', null, 'doce', [], {}, '0x10', '-Infinity'])(
    'a latitude %j',
    async (lat) => {
      const id = await partner();
      const { status, issues } = await send('POST', makeBody(id, wrong(lat, 0)));
      expect(status).toBe(400);
      expect(issues).toContainEqual({ path: 'location.lat', message: latitudeError });
      expect(await findBranches(id)).toHaveLength(0);
    },
  );

  test.each(['NaN', '181', -180.5, '1e309', ''])('a longitude %j', async (lng) => {
    const { status, issues } = await send('POST', makeBody(await partner(), wrong(0, lng)));
    expect(status).toBe(400);
    expect(issues).toContainEqual({ path: 'location.lng', message: longitudeError });
  });

  test('E-5.10: numbers outside of JSON’s range are rejected as coordinates', async () => {
    const text = JSON.stringify(makeBody(await partner())).replace('19.41844', '1e309');
    expect(await send('POST', text)).toMatchObject({
      status: 400,
      issues: [{ path: 'location.lat', message: latitudeError }],
    });
  });

  test('E-3.42: the limits of the range are accepted as coordinates, and so are numbers as text', async () => {
    const ends = await createBranch(wrong(-90, 180));
    expect(ends.location).toEqual({ lat: -90, lng: 180 });
    expect((await createBranch(wrong('19.5', '-99.25'))).location).toEqual({
      lat: 19.5,
      lng: -99.25,
    });
  });

  test.each([
    ['name', ' ', 'Escribe el nombre.'],
    ['name', 'N'.repeat(301), undefined],
    ['name', 'a\u0000b', undefined],
    ['address', '', 'Escribe la dirección.'],
    ['address', {}, 'Escribe la dirección.'],
    ['address', ['Calle 1'], 'Cada parte de la dirección lleva un nombre.'],
    ['phone', '', 'Escribe el teléfono.'],
    ['state', '', 'Escribe el estado.'],
    ['zip', '', 'Escribe el código postal.'],
    ['website', '', 'Escribe una dirección web, como https://ejemplo.com.'],
    ['website', 'javascript:alert(1)', 'Escribe una dirección web, como https://ejemplo.com.'],
    ['website', 'ftp://almena.example', 'Escribe una dirección web, como https://ejemplo.com.'],
    ['website', 'almena', 'Escribe una dirección web, como https://ejemplo.com.'],
    ['exam_available', [], 'Elige al menos un examen.'],
    ['exam_available', ['XYZ'], 'Cada examen es un código o un nombre del catálogo.'],
    ['location', undefined, undefined],
    ['partner', { name: 'Almena' }, undefined],
    ['idBranch', 'brn_mine', undefined],
  ])('%s: %j', async (field, value, message) => {
    const id = await partner();
    const { status, code, issues = [] } = await send('POST', makeBody(id, { [field]: value }));
    expect([status, code]).toEqual([400, 'BAD_REQUEST']);
    if (message !== undefined) {
      expect(issues.map((issue) => issue.message).join(' ')).toContain(message);
    }
    expect(await findBranches(id)).toHaveLength(0);
  });
});

describe('an edit of a branch', () => {
  test('sets the sent fields and keeps the others, with the next version', async () => {
    const { id } = await createBranch();
    const { data } = await send('PUT', {
      idBranch: id,
      version: 1,
      name: 'Almena Condesa',
      location: { lat: 19.41, lng: -99.17 },
    });
    expect(data?.branch).toMatchObject({
      name: 'Almena Condesa',
      location: { lat: 19.41, lng: -99.17 },
      phone: '55 5264 1180',
      exam_available: ['SEM', 'ECO'],
      version: 2,
    });
    expect(await newestAudit()).toMatchObject({
      action: 'branch.updated',
      subjectId: id,
      details: {
        changes: {
          name: { from: { digest: expect.any(String) }, to: { digest: expect.any(String) } },
          latitude: { from: expect.any(Number), to: 19.41 },
          longitude: { from: expect.any(Number), to: -99.17 },
        },
        version: 2,
      },
    });
  });

  test('keeps the version if nothing changed, and is audited as a view', async () => {
    const { id, name } = await createBranch();
    const { data } = await send('PUT', {
      idBranch: id,
      version: 1,
      name,
      exam_available: ['SEM', 'ECO'],
    });
    expect(data?.branch?.version).toBe(1);
    expect(await newestAudit()).toMatchObject({ action: 'branch.read', subjectId: id });
  });

  test('E-2.233: is rejected with the current branch if its version is old, and saved if it has no version', async () => {
    const { id } = await createBranch();
    await send('PUT', { idBranch: id, version: 1, name: 'Primera' });
    const stale = await send('PUT', { idBranch: id, version: 1, name: 'Segunda' });
    expect(stale).toMatchObject({
      status: 409,
      code: 'STALE_VERSION',
      details: { current: { id, name: 'Primera', version: 2 } },
    });
    const legacy = await send('PUT', { idBranch: id, name: 'Tercera' });
    expect(legacy.data?.branch).toMatchObject({ name: 'Tercera', version: 3 });
  });

  test('is saved for one of two users who edit the same version', async () => {
    const { id } = await createBranch();
    const answers = await Promise.all(
      ['Una', 'Otra'].map((name) => send('PUT', { idBranch: id, version: 1, name })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await findRow(id))?.version).toBe(2);
  });

  test('keeps an imported exam that is not in the catalogue, and accepts no other such exam', async () => {
    const { db } = testApp().database;
    const idBranch = await addBranch(db, await partner(), { exams: ['SEM', 'Estudio de antes'] });
    const saved = await send('PUT', { idBranch, exam_available: ['Estudio de antes', 'BIO'] });
    expect(saved.data?.branch?.exam_available).toEqual(['Estudio de antes', 'BIO']);
    const rejected = await send('PUT', { idBranch, exam_available: ['BIO', 'Otro estudio'] });
    expect(rejected).toMatchObject({ status: 409, issues: [{ path: 'exam_available.1' }] });
  });

  test('keeps the parts of an imported address that it does not send', async () => {
    const { db } = testApp().database;
    const address = { street: 'Calle 20', city: 'Mérida' };
    const idBranch = await addBranch(db, await partner(), { address });
    const { data } = await send('PUT', { idBranch, name: 'Altabrisa' });
    expect(data?.branch?.address).toEqual(address);
  });

  test('returns a 404 for a deleted branch, and is rejected with the reason if the partner is deleted', async () => {
    const { db } = testApp().database;
    const id = await addBranch(db, await partner(), { deletedAt: new Date() });
    expect(await send('PUT', { idBranch: id, name: 'X' })).toEqual(errorBody('NOT_FOUND'));
    const deleted = await partner({ deletedAt: new Date() });
    const along = await addBranch(db, deleted, { deletedAt: new Date() });
    expect(await send('PUT', { idBranch: along, name: 'X' })).toEqual(errorBody('PARTNER_DELETED'));
    expect(await send('PUT', { idBranch: 'brn_nadie', name: 'X' })).toEqual(errorBody('NOT_FOUND'));
  });
});
