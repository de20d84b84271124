import { eq } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { mails } from '../../schema/operation/mail.ts';
import { sharedApplication, TEST_OUTBOX, TEST_SECRET } from '../../testing/application.ts';
import { readPdf } from '../../testing/files/read-pdf.ts';
import { BIRTH, deliveryRequests, UNLIMITED_VISITS } from '../../testing/reports/report-visits.ts';
import { addSignedReport, addWithdrawal, seal } from '../../testing/reports/signed-reports.ts';
import { startMailServer } from '../../testing/services/mail.ts';
import { mailSender } from '../mail/send.ts';
import { openMailServer } from '../mail/server.ts';
import { createDeliverySecrets, createMailReader } from './public.ts';

const testApp = sharedApplication({
  outbox: TEST_OUTBOX,
  publicUrl: 'https://clinica.example',
  publicLimits: UNLIMITED_VISITS,
});
const db = () => testApp().database.db;
const { addSealed, send, create, handOver, visit, post, open, read, listActs, expire } =
  deliveryRequests(testApp);

describe('E-10.574: delivering a report to its patient', () => {
  test('creates a link and a code for seven days, and stores neither', async () => {
    const { idUser, idVersion } = await addSealed();
    const key = { 'idempotency-key': crypto.randomUUID() };
    const first = await create(idVersion, {}, key);
    expect(first.data).toMatchObject({
      link: expect.stringMatching(/^https:\/\/clinica\.example\/entrega\/[\w-]{22}$/),
      code: expect.stringMatching(/^\d{6}$/),
      delivery: { state: 'open', linkBy: 'hand', codeBy: 'voice', opens: 0, idVersion },
    });
    const { expiresAt, createdAt } = first.data.delivery;
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBeCloseTo(7 * 86_400_000, -4);
    // A repeated request returns the same link and code.
    expect((await create(idVersion, {}, key)).data).toEqual(first.data);
    const token = first.data.link.split('/').at(-1);
    const { rows } = await testApp().database.pool.query(
      'select row_to_json(d)::text as text from report_deliveries d where patient_id = $1',
      [idUser],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].text).not.toContain(token);
    expect(rows[0].text).not.toContain(first.data.code);
    const storedKeys = await testApp().database.pool.query(
      'select row_to_json(k)::text as text from idempotency_keys k',
    );
    expect(JSON.stringify(storedKeys.rows)).not.toContain(token);
  });

  test('leaves the link out of the answer if it is sent by e-mail, and the code goes another way', async () => {
    const { idVersion } = await addSealed();
    const byMail = await create(idVersion, { linkBy: 'email' });
    expect(byMail.data).toMatchObject({ link: null, code: expect.stringMatching(/^\d{6}$/) });
    const { idDelivery } = byMail.data.delivery;
    const queued = await db().select().from(mails).where(eq(mails.deliveryId, idDelivery));
    expect(queued).toMatchObject([{ kind: 'report-link', staffId: null, facts: {} }]);
    const code = await create(idVersion, { codeBy: 'email' });
    expect(code.data).toMatchObject({ link: expect.any(String), code: null });
    expect((await create(idVersion, { linkBy: 'email', codeBy: 'email' })).issues).toMatchObject([
      { path: 'codeBy', message: 'El código y el enlace deben enviarse por medios distintos.' },
    ]);
    expect((await create(idVersion, { codeBy: 'paper' })).status).toBe(400);
    expect((await create(idVersion, { consented: false })).issues).toMatchObject([
      { path: 'consented' },
    ]);
  });

  test.each([
    ['DELIVERY_NEEDS_BIRTH_DATE', { birthDate: null }, {}],
    ['DELIVERY_NEEDS_EMAIL', { email: null }, { linkBy: 'email' }],
  ])('is rejected for a patient with missing data: %s', async (code, row, input) => {
    const { idUser, idVersion } = await addSealed(row);
    expect(await create(idVersion, input)).toMatchObject({ status: 409, code });
    expect((await read(idUser)).deliveries).toEqual([]);
  });

  test('R10: is rejected for a draft, and for a superseded, withdrawn or unsealed version', async () => {
    const { idUser, idVersion } = await addSealed();
    const next = await addSignedReport(db(), idUser, { type: 'correction' });
    expect(await create(idVersion)).toMatchObject({ code: 'VERSION_NOT_IN_FORCE' });
    expect(await create(next)).toMatchObject({ status: 503, code: 'NOT_SEALED' });
    await seal(testApp().database);
    expect((await create(next)).status).toBe(200);
    await addWithdrawal(db(), idUser, next);
    expect(await create(next)).toMatchObject({ code: 'VERSION_NOT_IN_FORCE' });
    expect(await create('rpv_nada')).toMatchObject({ status: 404 });
  });

  test('closes the earlier link to the same report', async () => {
    const handed = await handOver();
    await create(handed.idVersion);
    expect((await open(handed)).statusCode).toBe(410);
    const { deliveries } = await read(handed.idUser);
    expect(deliveries.map(({ state }) => state)).toEqual(['open', 'replaced']);
  });

  test('is rejected for staff without the right to deliver', async () => {
    const { idVersion } = await addSealed();
    const laboratory = await testApp().signInAs('lab@simiente.example', ['laboratorio']);
    const payload = { idVersion, linkBy: 'hand', codeBy: 'voice', consented: true };
    const answer = await laboratory.request({
      method: 'POST',
      url: '/v1/deliveries/create',
      payload,
    });
    expect(answer.statusCode).toBe(403);
  });
});

describe('E-10.575: the page of a delivery', () => {
  test('asks for birth date and code, names neither patient nor report, and a GET uses up nothing', async () => {
    const handed = await handOver();
    for (let times = 0; times < 8; times += 1) {
      const { statusCode, body, headers } = await visit(handed.path);
      expect(statusCode).toBe(200);
      expect(body).toContain('Abre tu informe');
      expect(body).not.toMatch(/Luis|Mora|2\.1 ml|<script|https?:\/\//);
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      });
    }
    expect(await listActs(handed.idUser)).toEqual(['staff created']);
    expect((await read(handed.idUser)).deliveries).toMatchObject([{ opens: 0, failures: 0 }]);
  });

  test('R11: opens with birth date and code, and shows text, signer, version, state and how it was prepared', async () => {
    const handed = await handOver();
    const { statusCode, body, headers } = await open(handed);
    expect(statusCode).toBe(200);
    for (const text of [
      'Mi Test de Fertilidad',
      'Luis Mora · Versión 2',
      'Preparado con inteligencia artificial y revisado por Eva Luna Ríos.',
      'Tu muestra tuvo un volumen de 2.1 ml.',
      '>EL</span>',
      'Vigente',
      '/verificar/',
    ]) {
      expect(body).toContain(text);
    }
    expect(headers).toMatchObject({ 'cache-control': 'no-store' });
    expect(headers['set-cookie']).toBeUndefined();
    expect((await read(handed.idUser)).deliveries).toMatchObject([{ opens: 1, failures: 0 }]);
    expect(await listActs(handed.idUser)).toEqual(['staff created', 'anonymous opened']);
  });

  test('serves the PDF for a limited time after opening, and only to the client that opened it', async () => {
    const handed = await handOver();
    const { body } = await open(handed);
    const grant = /name="grant" value="([^"]+)"/.exec(body)?.[1] ?? '';
    const pdf = await post(`${handed.path}/pdf`, { grant });
    expect(pdf.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'no-store',
      'content-disposition': 'attachment; filename="informe-version-2.pdf"',
    });
    expect((await readPdf(pdf.rawPayload)).text).toContain('Luis Mora');
    const other = await handOver();
    const expiredGrant = `${(Date.now() - 1000).toString(36)}.${grant.split('.')[1]}`;
    for (const [path, wrong] of [
      [handed.path, ''],
      [handed.path, expiredGrant],
      [handed.path, `${(Date.now() + 86_400_000).toString(36)}.${grant.split('.')[1]}`],
      [other.path, grant],
    ] as const) {
      expect((await post(`${path}/pdf`, { grant: wrong })).statusCode).toBe(403);
    }
    expect((await read(handed.idUser)).deliveries).toMatchObject([{ downloads: 1 }]);
    await send('revoke', { idDelivery: handed.idDelivery });
    expect((await post(`${handed.path}/pdf`, { grant })).statusCode).toBe(410);
    expect(await listActs(handed.idUser)).toEqual([
      'staff created',
      'anonymous opened',
      'anonymous downloaded',
      'staff revoked',
    ]);
  });

  test('accepts spaces and leading zeros in code and date, for which the inputs have room', async () => {
    const { path, code } = await handOver();
    const typed = {
      day: ' 09 ',
      month: ' 04 ',
      year: ' 1992 ',
      code: ` ${code.slice(0, 3)} ${code.slice(3)}`,
    };
    const inputs = [...(await visit(path)).body.matchAll(/name="(\w+)"[^>]*maxlength="(\d+)"/g)];
    for (const [, name, maxLength] of inputs) {
      expect(typed[name as keyof typeof typed].length, name).toBeLessThanOrEqual(Number(maxLength));
    }
    expect(inputs).toHaveLength(4);
    expect((await post(path, typed)).statusCode).toBe(200);
  });

  test('rejects an invalid date or code, keeps the typed date, and does not count it as an attempt', async () => {
    const handed = await handOver();
    const noDate = await post(handed.path, { ...BIRTH, month: '13', code: handed.code });
    expect([noDate.statusCode, noDate.body.includes('El código tiene')]).toEqual([400, false]);
    expect(noDate.body).toContain('Esa fecha no existe. Revisa el día, el mes y el año.');
    for (const typed of [{ year: '92' }, { month: 'abril' }, { day: '' }]) {
      const notInDigits = await post(handed.path, { ...BIRTH, ...typed, code: handed.code });
      expect(notInDigits.body).toContain(
        'Escribe con números el día, el mes y el año en que naciste; el año, completo.',
      );
    }
    expect(noDate.body).toContain('value="1992"');
    const focused = (body: string) =>
      [...body.matchAll(/<input[^>]* id="(\w+)"[^>]* autofocus/g)].map(([, id]) => id);
    expect(focused(noDate.body)).toEqual(['day']);
    expect(noDate.body).not.toContain(handed.code);
    const noCode = await post(handed.path, { ...BIRTH, code: '12345' });
    expect(noCode.body).toContain('El código tiene 6 dígitos.');
    expect(focused(noCode.body)).toEqual(['code']);
    expect(focused((await visit(handed.path)).body)).toEqual([]);
    const emptyAnswer = await post(handed.path, {});
    expect(emptyAnswer.statusCode).toBe(400);
    const markup = await post(handed.path, { day: '"><script>', month: '', year: '', code: '' });
    expect(markup.body).not.toContain('<script>');
    expect((await read(handed.idUser)).deliveries).toMatchObject([{ failures: 0 }]);
  });
});

describe('E-10.578: «Solicitar otro enlace»', () => {
  const requests = async () => {
    const { body } = await testApp().staff.get('/v1/deliveries/requests');
    return (body as { data: { requests: { idDelivery: string }[] } }).data.requests;
  };

  test('creates one task for staff, which another delivery or a member of staff closes', async () => {
    const handed = await handOver();
    await expire(handed.idDelivery);
    const answers = [
      await post(`${handed.path}/pedir`, {}),
      await post(`${handed.path}/pedir`, {}),
    ];
    for (const { statusCode, body } of answers) {
      expect(statusCode).toBe(200);
      expect(body).toContain('Solicitud recibida');
    }
    expect(await requests()).toMatchObject([
      { idDelivery: handed.idDelivery, patientName: 'Luis Mora', kind: 'exam_ai' },
    ]);
    expect(await listActs(handed.idUser)).toEqual(['staff created', 'anonymous requested']);
    await create(handed.idVersion);
    expect(await requests()).toEqual([]);

    const other = await handOver();
    await expire(other.idDelivery);
    await post(`${other.path}/pedir`, {});
    const { data } = await send('handle-request', { idDelivery: other.idDelivery });
    expect(data.deliveries).toMatchObject([{ requestedAt: null }]);
    expect(await requests()).toEqual([]);
  });

  test('«Solicitar otro enlace» creates no task for an open or unknown link, and answers both alike', async () => {
    const handed = await handOver();
    const answers = [
      await post(`${handed.path}/pedir`, {}),
      await post(`/entrega/${'B'.repeat(22)}/pedir`, {}),
    ];
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(await requests()).toEqual([]);
  });
});

describe('E-10.574: the code of a delivery', () => {
  test('can be read again by staff while the link is open, which is audited', async () => {
    const handed = await handOver();
    const shown = await send('show-code', { idDelivery: handed.idDelivery });
    expect(shown.data).toEqual({ code: handed.code });
    expect(await listActs(handed.idUser)).toEqual(['staff created', 'staff code_shown']);
    await send('revoke', { idDelivery: handed.idDelivery });
    expect(await send('show-code', { idDelivery: handed.idDelivery })).toMatchObject({
      code: 'DELIVERY_CLOSED',
    });
    const byMail = await create(handed.idVersion, { codeBy: 'email' });
    const { idDelivery } = byMail.data.delivery;
    expect(await send('show-code', { idDelivery })).toMatchObject({ status: 404 });
  });
});

describe('E-10.574, E-10.330: e-mail to a patient', () => {
  const sender = (port: number) =>
    mailSender({
      db: db(),
      send: openMailServer({ host: '127.0.0.1', port, secure: false, user: null, password: null }),
      from: 'Simiente <simiente@clinica.example>',
      origin: 'https://clinica.example',
      timeZone: 'America/Mexico_City',
      outbox: TEST_OUTBOX,
      sealedUpTo: () => 0,
      backupJob: null,
      makeLink: async () => false,
      findAppointment: async () => null,
      findDelivery: createMailReader(createDeliverySecrets([TEST_SECRET])),
    });

  test('has the opening link, and names neither the patient nor the content; the code is sent separately', async () => {
    await db().delete(mails);
    const server = await startMailServer(onTestFinished);
    const { idUser, idVersion } = await addSealed();
    const { data } = await create(idVersion, { linkBy: 'email' });
    await sender(server.port).run(new AbortController().signal);
    expect(server.envelopes).toMatchObject([{ to: ['luis@correo.example'] }]);
    const [message] = server.messages;
    const all = `${message?.subject}\n${message?.text}\n${message?.html}`;
    expect(all).not.toMatch(/luis mora|informe|fertil|clínica|médic|paciente|estudio/i);
    expect(all).not.toContain(data.code);
    const path = /https:\/\/clinica\.example(\/entrega\/[\w-]{22})/.exec(all)?.[1] ?? '';
    expect((await open({ path, code: data.code })).statusCode).toBe(200);

    const handed = await create(idVersion, { codeBy: 'email' });
    await sender(server.port).run(new AbortController().signal);
    const code =
      /(\d{3}) (\d{3})/
        .exec(server.messages[1]?.text ?? '')
        ?.slice(1)
        .join('') ?? '';
    const link = new URL(handed.data.link).pathname;
    expect(server.messages[1]?.text).not.toContain('/entrega/');
    expect((await open({ path: link, code })).statusCode).toBe(200);
    expect(await listActs(idUser)).toContain('anonymous opened');
  });

  test('is not sent for a link that was closed before', async () => {
    await db().delete(mails);
    const server = await startMailServer(onTestFinished);
    const { idVersion } = await addSealed();
    const { data } = await create(idVersion, { linkBy: 'email' });
    await send('revoke', { idDelivery: data.delivery.idDelivery });
    await sender(server.port).run(new AbortController().signal);
    expect(server.messages).toEqual([]);
    expect(await db().select().from(mails)).toEqual([]);
  });
});
