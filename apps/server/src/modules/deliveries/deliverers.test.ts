import { beforeAll, describe, expect, test } from 'vitest';
import { sharedApplication, TEST_OUTBOX, type TestStaff } from '../../testing/application.ts';
import { addPatient } from '../../testing/records.ts';
import { deliveryRequests, UNLIMITED_VISITS } from '../../testing/reports/report-visits.ts';

const testApp = sharedApplication({
  outbox: TEST_OUTBOX,
  publicUrl: 'https://clinica.example',
  publicLimits: UNLIMITED_VISITS,
});
const { addSealed, handOver, open, post } = deliveryRequests(testApp);
let administrator: TestStaff;
let colleague: TestStaff;

beforeAll(async () => {
  administrator = await testApp().signInAs('jefa@simiente.example', ['administracion']);
  colleague = await testApp().signInAs('recepcion@simiente.example', ['recepcion']);
});

async function send(person: TestStaff, url: string, payload: object, headers = {}) {
  const answer = await person.request({ method: 'POST', url, payload, headers });
  return answer.json();
}
const deliver = (idVersion: string, input: object, headers = {}) =>
  send(
    administrator,
    '/v1/deliveries/create',
    { idVersion, linkBy: 'email', codeBy: 'voice', consented: true, ...input },
    headers,
  );
const showCode = (idDelivery: string) =>
  send(administrator, '/v1/deliveries/show-code', { idDelivery });

async function writeEmail(person: TestStaff, idUser: string, email: string) {
  const payload = { idUser, email };
  const answer = await person.request({ method: 'PUT', url: '/v1/user/update', payload });
  expect(answer.statusCode).toBe(200);
}

describe('T-L4: an account that may deliver reports but not read them', () => {
  test('gets the link or the code of a delivery, never both', async () => {
    const { idVersion } = await addSealed();
    expect(await deliver(idVersion, { linkBy: 'hand' })).toMatchObject({
      status: 403,
      code: 'DELIVERY_NEEDS_READER',
    });
    const byMail = await deliver(idVersion, {});
    expect(byMail.data).toMatchObject({ link: null, code: expect.stringMatching(/^\d{6}$/) });
    const byHand = await deliver(idVersion, { linkBy: 'hand', codeBy: 'email' });
    expect(byHand.data).toMatchObject({ link: expect.any(String), code: null });
    expect(await showCode(byHand.data.delivery.idDelivery)).toMatchObject({ status: 404 });
  });

  test('does not see the code of another account’s link', async () => {
    const { idDelivery } = await handOver();
    expect(await showCode(idDelivery)).toMatchObject({ code: 'DELIVERY_NEEDS_READER' });
  });

  test('cannot send link or code to an e-mail address that it wrote itself', async () => {
    const { idUser, idVersion } = await addSealed();
    await writeEmail(administrator, idUser, 'jefa@propio.example');
    for (const input of [{}, { linkBy: 'hand', codeBy: 'email' }]) {
      expect(await deliver(idVersion, input)).toMatchObject({
        status: 403,
        code: 'DELIVERY_EMAIL_IS_YOURS',
      });
    }
    await writeEmail(colleague, idUser, 'luis@correo.example');
    expect((await deliver(idVersion, {})).status).toBe(200);
  });

  test('E-10.3124: cannot send them to the address of a record with which it merged the patient', async () => {
    const { idUser: idOther, idVersion } = await addSealed();
    const idUser = await addPatient(testApp().database.db, {
      email: 'cualquiera@correo.example',
      birthDate: '1992-04-09',
    });
    const merge = {
      ...{ idUser, idOther, version: 1, otherVersion: 1, take: [] },
      confirmation: 'misma persona',
    };
    expect(await send(administrator, '/v1/user/merge', merge)).toMatchObject({ status: 200 });
    expect(await deliver(idVersion, {})).toMatchObject({ code: 'DELIVERY_EMAIL_IS_YOURS' });
    await writeEmail(colleague, idUser, 'luis@correo.example');
    expect((await deliver(idVersion, {})).status).toBe(200);
  });

  test('gets nothing from a repeated request after it lost its other role', async () => {
    const { idVersion } = await addSealed();
    const key = { 'idempotency-key': crypto.randomUUID() };
    const both = { linkBy: 'hand', codeBy: 'voice' };
    const { pool } = testApp().database;
    const setRoles = (roles: string[]) =>
      pool.query('update staff set roles = $1 where id = $2', [roles, administrator.id]);
    await setRoles(['administracion', 'medico']);
    await expect.poll(async () => (await deliver(idVersion, both, key)).status).toBe(200);
    await setRoles(['administracion']);
    await expect
      .poll(async () => (await deliver(idVersion, both, key)).code)
      .toBe('DELIVERY_NEEDS_READER');
  });
});

test("T-L4: 'Accesos' names the account that created a delivery when it is opened", async () => {
  const handed = await handOver();
  await post(handed.path, { day: '1', month: '1', year: '1990', code: handed.code });
  await open(handed);
  const { body } = await testApp().staff.get(`/v1/user/accesses?idUser=${handed.idUser}&limit=50`);
  const { entries } = (body as { data: { entries: { action: string }[] } }).data;
  const ofDelivery = entries.filter(({ action }) => action.startsWith('report_delivery.'));
  expect(ofDelivery).toMatchObject([
    { action: 'report_delivery.opened', subject: { name: 'Mariana Solórzano' } },
    { action: 'report_delivery.refused', subject: { name: 'Mariana Solórzano' } },
    { action: 'report_delivery.created', subject: { name: null } },
  ]);
});
