import { recordId } from '@simiente/contract/common/ids';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditEvents } from '../../schema/audit.ts';
import { idempotencyKeys, recordIds } from '../../schema/operation/installation.ts';
import { patients } from '../../schema/patients.ts';
import { sharedApplication } from '../../testing/application.ts';
import { badFields, makeSender } from '../../testing/calls/patient-changes.ts';

const testApp = sharedApplication();
const send = makeSender(testApp);
const create = (payload: object | string, headers?: Record<string, string>) =>
  send('POST', '/v1/user/create', payload, headers);

const ana = { name: 'Ana Núñez', email: 'Ana@Correo.example', phone: '+52 (55) 1234-5678' };

const findStored = (name: string) =>
  testApp().database.db.select().from(patients).where(eq(patients.name, name));

describe('a new patient', () => {
  test('E-2.181, E-7.81: is stored as sent, with status Registro and the current time', async () => {
    const before = Date.now();
    const { status, data } = await create({ ...ana, name: '  Ana Núñez ' });
    expect(status).toBe(200);
    const patient = data?.patient;
    expect(patient).toMatchObject({
      ...ana,
      status: 1,
      version: 1,
      lastConnection: null,
      userData: { test: { userName: null } },
    });
    expect(patient?.idUser).toMatch(/^usr_[0-9a-f]{20}$/);
    expect(recordId.safeParse(patient?.idUser).success).toBe(true);
    expect(Date.parse(patient?.createDate ?? '')).toBeGreaterThanOrEqual(before - 1000);
    expect(Date.parse(patient?.createDate ?? '')).toBeLessThanOrEqual(Date.now() + 1000);
  });

  test('E-10.1851: needs only a name', async () => {
    const { status, data } = await create({ name: 'Cher' });
    expect(status).toBe(200);
    expect(data?.patient).toMatchObject({ name: 'Cher', email: null, phone: null, status: 1 });
  });

  test('is in the list, its counts, and the registry of ids, and can be read', async () => {
    const { staff, database } = testApp();
    const { data } = await create({ name: 'Rebeca Única', email: null, phone: null, status: 3 });
    const id = data?.patient?.idUser ?? '';
    expect((await staff.get('/v1/user/list?search=rebeca')).body).toMatchObject({
      data: { userData: [{ idUser: id }], total: 1, counts: { 3: 1 } },
    });
    expect((await staff.get(`/v1/user/get-one?idUser=${id}`)).body).toMatchObject({
      data: data?.patient,
    });
    expect(await database.db.select().from(recordIds).where(eq(recordIds.id, id))).toEqual([
      { id, kind: 'patient' },
    ]);
  });

  test('leaves one audit row without personal data', async () => {
    const { staff, database } = testApp();
    const { data } = await create({ name: 'Zoila Auditada', email: 'zoila@x.mx', phone: null });
    const id = data?.patient?.idUser ?? '';
    const rows = await database.db.select().from(auditEvents).where(eq(auditEvents.patientId, id));
    expect(rows).toMatchObject([
      { action: 'patient.created', subjectKind: 'patient', subjectId: id, actorId: staff.id },
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/zoila/i);
  });

  test.each([
    'a',
    '7',
    'Ñ',
    '王小明',
    "D'Ávila-O’Neill",
    '<b>x</b>',
    '👨‍👩‍👧 Pérez',
    'x'.repeat(200),
  ])('may have the name %j', async (name) => {
    const { data } = await create({ name, email: null, phone: null });
    expect(data?.patient?.name).toBe(name);
  });

  test.each(['1234567', '+52 55 1234 5678', '(55) 1234.5678', '1'.repeat(20)])(
    'may have the phone %j',
    async (phone) => {
      const { data } = await create({ name: 'Con teléfono', email: null, phone: ` ${phone} ` });
      expect(data?.patient?.phone).toBe(phone);
    },
  );
});

describe('rejection of a new patient', () => {
  test.each(badFields)(
    '%s %j returns a 400 that names the field, in Spanish',
    async (field, value, words) => {
      const answer = await create({ ...ana, name: 'Rechazada', [field]: value });
      expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST' });
      expect(answer.issues).toEqual([{ path: field, message: expect.stringMatching(words) }]);
      expect(answer.issues?.[0]?.message).not.toMatch(/invalid|expected|too/i);
      expect(await findStored('Rechazada')).toEqual([]);
    },
  );

  test('half a surrogate pair, as JSON can encode it, is rejected', async () => {
    const answer = await create('{"name":"Ana \\ud83d","email":null,"phone":null}');
    expect(answer).toMatchObject({ status: 400, issues: [{ path: 'name' }] });
  });

  test('a name of a megabyte is rejected before it is read', async () => {
    expect(await create({ ...ana, name: 'x'.repeat(1_000_000) })).toMatchObject({
      status: 413,
      code: 'PAYLOAD_TOO_LARGE',
    });
  });

  test.each(['idUser', 'version', 'createDate', 'deletedAt', '__proto__'])(
    'the field %s, which no client may set, returns a 400',
    async (field) => {
      const answer = await create(
        `{"name":"Rechazada","email":null,"phone":null,${JSON.stringify(field)}:1}`,
      );
      expect(answer.status).toBe(400);
      expect(await findStored('Rechazada')).toEqual([]);
    },
  );
});

test('the same Idempotency-Key creates one patient, however often and simultaneously it is sent', async () => {
  const payload = { name: 'Una Sola', email: null, phone: null };
  const headers = { 'idempotency-key': 'una-sola' };
  const answers = await Promise.all(Array.from({ length: 6 }, () => create(payload, headers)));
  expect(new Set(answers.map(({ data }) => data?.patient?.idUser)).size).toBe(1);
  expect(await findStored('Una Sola')).toHaveLength(1);
  expect(await create({ ...payload, name: 'Otra' }, headers)).toMatchObject({
    status: 409,
    code: 'IDEMPOTENCY_KEY_REUSED',
  });
});

test('the stored answer of a created patient has no personal data', async () => {
  const payload = { name: 'Guardada Entera', email: 'guardada@x.mx', phone: '5512345678' };
  await create(payload, { 'idempotency-key': 'guardada' });
  const storedKeys = await testApp().database.db.select().from(idempotencyKeys);
  expect(storedKeys.length).toBeGreaterThan(0);
  expect(JSON.stringify(storedKeys.map(({ answer }) => answer))).not.toMatch(
    /guardada|@|5512345678/i,
  );
});

test('no patient is created without a session', async () => {
  const answer = await testApp().app.inject({
    method: 'POST',
    url: '/v1/user/create',
    payload: { ...ana, name: 'Sin sesión' },
  });
  expect(answer.statusCode).toBe(401);
  expect(await findStored('Sin sesión')).toEqual([]);
});
