import { errorBody } from '@simiente/contract/common/errors';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { pendingFiles } from '../../schema/files.ts';
import { partners } from '../../schema/partners.ts';
import { sharedApplication } from '../../testing/application.ts';
import {
  complete,
  freshId,
  issuesByField,
  logo,
  partnerForms,
} from '../../testing/calls/partners.ts';
import { addPatient } from '../../testing/records.ts';

const testApp = sharedApplication();
const { create, add, moveToTrash, readActs } = partnerForms(testApp);

describe('a new partner', () => {
  test('S-4: has the sent values, an id from its name, and one audit row', async () => {
    const partner = await add({
      fields: { name: 'Clínica  Ñandú 7', utm_available: 'true', branches: '1', logo_url: 'x' },
    });
    expect(partner).toMatchObject({
      idPartner: 'clinica-nandu-7',
      name: 'Clínica  Ñandú 7',
      country: 'México',
      type: 'Laboratorio',
      website: 'https://almena.example',
      logo_url: 'clínica__ñandú_7',
      utm_available: true,
      all_exams_available: ['Seminograma', 'RMN de Cráneo'],
      branches: 0,
      logo_app_nav: null,
      logo_lading_logo: null,
      version: 1,
    });
    expect(await readActs(partner.idPartner)).toEqual([['partner.created', null]]);
    const one = await testApp().staff.get(
      `/v1/partner/get_one_partner/?idPartner=${partner.idPartner}`,
    );
    expect(one).toEqual({ status: 200, body: { status: 200, data: { partner: partner } } });
    expect((await readActs(partner.idPartner)).map(([action]) => action)).toEqual([
      'partner.created',
      'partner.read',
    ]);
  });

  test('E-3.69: gets the next id of its name if other partners have it, also deleted ones', async () => {
    const name = 'Nube Alta';
    const first = await add({ fields: { name } });
    await moveToTrash(first.idPartner);
    expect([first.idPartner, (await add({ fields: { name } })).idPartner]).toEqual([
      'nube-alta',
      'nube-alta-2',
    ]);
    expect((await add({ fields: { name: '北京' } })).idPartner).toBe('partner');
    expect((await add({ fields: { name: `${'a'.repeat(39)} b` } })).idPartner).toBe('a'.repeat(39));
    expect((await add({ fields: { name: `${'a'.repeat(39)} c` } })).idPartner).toBe(
      `${'a'.repeat(38)}-2`,
    );
  });

  test('gets a missing scheme added to its website', async () => {
    const partner = await add({ fields: { id: freshId(), website: ' almena.example/mx ' } });
    expect(partner.website).toBe('https://almena.example/mx');
  });

  test('is created once when it is sent twice under one key', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const [first, second] = await Promise.all([
      create({ fields: { name: 'Una Sola Vez' }, headers }),
      create({ fields: { name: 'Una Sola Vez' }, headers }),
    ]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).toEqual(first.body);
    const { body } = await create({ fields: { name: 'Otra Cosa' }, headers });
    expect(body).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    expect(await testApp().database.db.select().from(pendingFiles)).toEqual([]);
  });

  test.each([
    ['name', '', 'Escribe el nombre.'],
    ['name', 'a'.repeat(500), 'El nombre tiene como máximo 200 caracteres.'],
    ['name', '\u0000Ana', 'El nombre contiene caracteres no permitidos.'],
    ['name', 'Ana\u001bgnp', 'El nombre contiene caracteres no permitidos.'],
    ['country', 'Pe\nrú', 'El texto contiene caracteres no permitidos.'],
    ['id', 'ab', 'El id tiene como mínimo 3 caracteres.'],
    ['id', 'a'.repeat(41), 'El id tiene como máximo 40 caracteres.'],
    ['id', 'Almena', 'Usa solo letras minúsculas sin acento, números y guiones.'],
    ['id', 'al mena', 'Usa solo letras minúsculas sin acento, números y guiones.'],
    ['id', '../etc', 'Usa solo letras minúsculas sin acento, números y guiones.'],
    ['id', '-almena', 'El id no empieza ni termina con guion.'],
    ['country', ' ', 'Elige el país.'],
    ['website', 'javascript:alert(1)', 'Escribe una dirección web, como https://ejemplo.com.'],
    ['website', 'https://a@b.example', 'Escribe una dirección web, como https://ejemplo.com.'],
    ['website', 'nada', 'Escribe una dirección web, como https://ejemplo.com.'],
    ['type', 'Farmacia', 'Elige el tipo.'],
    ['all_exams_available', '[]', 'Por favor selecciona al menos un estudio disponible'],
    ['all_exams_available', 'Seminograma', 'No es una lista en JSON.'],
  ])('E-3.73: is rejected for a %s of %j', async (field, value, message) => {
    const { status, body } = await create({ fields: { [field]: value } });
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
    expect(issuesByField(body)).toEqual({ [field]: message });
  });

  test.each([
    { all_exams_available: '"Seminograma"' },
    { all_exams_available: '{"length":1}' },
    { all_exams_available: JSON.stringify(Array.from({ length: 51 }, (_, n) => `e${n}`)) },
    { branches: '2' },
    { utm_available: 'sí' },
    { version: '1' },
    { __proto__x: 'x' },
  ])('is rejected with %j', async (fields) => {
    const { status, body } = await create({ fields: fields as never });
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
  });

  test('is rejected without an image for the login', async () => {
    const { status, body } = await create({ logos: { logo_app_nav: logo } });
    expect([status, issuesByField(body)]).toEqual([
      400,
      { logo_app_login: 'Falta el logotipo de login.' },
    ]);
  });

  test('is rejected as JSON', async () => {
    const answer = await testApp().staff.request({
      method: 'POST',
      url: '/v1/partner/create_partner',
      payload: complete,
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    expect([answer.statusCode, answer.json()]).toEqual([415, errorBody('UNSUPPORTED_MEDIA_TYPE')]);
  });
});

describe('the id of a new partner', () => {
  const taken = errorBody('PARTNER_ID_TAKEN', {
    issues: [{ path: 'id', message: 'Ese id ya lo usa otro registro. Elige uno distinto.' }],
  });

  test('is rejected if another partner has, or had, it', async () => {
    const id = freshId();
    await add({ fields: { id } });
    expect(await create({ fields: { id } })).toEqual({ status: 409, body: taken });
    await moveToTrash(id);
    expect(await create({ fields: { id } })).toEqual({ status: 409, body: taken });
  });

  test('is rejected if a record of another kind has it', async () => {
    const id = `de-un-paciente-${crypto.randomUUID().slice(0, 6)}`;
    await addPatient(testApp().database.db, { id });
    expect(await create({ fields: { id } })).toEqual({ status: 409, body: taken });
  });

  test('is given to one of several simultaneous requests, and the others leave nothing', async () => {
    const id = freshId();
    const answers = await Promise.all(Array.from({ length: 6 }, () => create({ fields: { id } })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect(
      answers.filter(({ status }) => status === 409).every(({ body }) => body.code === taken.code),
    ).toBe(true);
    const { db } = testApp().database;
    expect(await db.select().from(pendingFiles)).toEqual([]);
    expect(await db.select().from(partners).where(eq(partners.id, id))).toHaveLength(1);
    expect((await readActs(id)).map(([action]) => action)).toEqual(['partner.created']);
  });

  test('is rejected if a concurrent import takes it', async () => {
    const id = freshId();
    const { db } = testApp().database;
    let waiting: ReturnType<typeof create> | undefined;
    await db.transaction(async (transaction) => {
      await transaction.insert(partners).values({ id, name: 'Importado' });
      waiting = create({ fields: { id } });
      // Waits until the request blocks on the key that the import holds.
      await expect
        .poll(async () => (await db.execute(`select 1 from pg_locks where not granted`)).rowCount)
        .toBeGreaterThan(0);
    });
    expect(await waiting).toEqual({ status: 409, body: taken });
  });
});
