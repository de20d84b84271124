import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { consents } from '../../schema/consents.ts';
import { patients } from '../../schema/patients.ts';
import { sharedApplication, startApplication } from '../../testing/application.ts';
import { addConsent } from '../../testing/records.ts';
import { BIRTH, deliveryRequests, UNLIMITED_VISITS } from '../../testing/reports/report-visits.ts';
import { addSignedReport, addWithdrawal } from '../../testing/reports/signed-reports.ts';

const testApp = sharedApplication({
  publicUrl: 'https://clinica.example',
  publicLimits: UNLIMITED_VISITS,
});
const db = () => testApp().database.db;
const { addSealed, send, create, handOver, visit, post, open, read, listActs, expire } =
  deliveryRequests(testApp);

describe('E-10.576: wrong answers at a patient’s link', () => {
  test('five wrong answers close the link, even to the correct answer', async () => {
    const handed = await handOver();
    const wrong = handed.code === '000000' ? '000001' : '000000';
    const first = await post(handed.path, { ...BIRTH, code: wrong });
    expect(first.statusCode).toBe(403);
    expect(first.body).toContain('La fecha o el código no coinciden. Te quedan 4 intentos.');
    // A wrong date with the correct code gets the same page.
    const second = await post(handed.path, { ...BIRTH, day: '10', code: handed.code });
    expect(second.body).toContain('La fecha o el código no coinciden. Te quedan 3 intentos.');
    await post(handed.path, { ...BIRTH, code: wrong });
    const fourth = await post(handed.path, { ...BIRTH, code: wrong });
    expect(fourth.body).toContain('Te queda un intento.');
    const fifth = await post(handed.path, { ...BIRTH, code: wrong });
    expect(fifth.statusCode).toBe(410);
    expect((await open(handed)).statusCode).toBe(410);
    expect((await visit(handed.path)).statusCode).toBe(410);
    expect((await read(handed.idUser)).deliveries).toMatchObject([
      { state: 'failures', failures: 5, opens: 0 },
    ]);
    expect((await listActs(handed.idUser)).at(-1)).toBe('anonymous closed');
  });

  test('a hundred simultaneous answers count as five, and the correct code among them opens only by chance', async () => {
    const handed = await handOver();
    const wrong = (Number(handed.code) + 1) % 1_000_000;
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        post(
          handed.path,
          { ...BIRTH, code: String((wrong + index) % 1_000_000).padStart(6, '0') },
          `203.0.113.${index}`,
        ),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 403)).toHaveLength(4);
    expect(answers.filter(({ statusCode }) => statusCode === 410)).toHaveLength(96);
    expect((await read(handed.idUser)).deliveries).toMatchObject([{ failures: 5 }]);
  });

  test('a correct answer among five simultaneous wrong ones opens before the last of them, or not at all', async () => {
    for (let round = 0; round < 5; round += 1) {
      const handed = await handOver();
      const code = handed.code === '000000' ? '000001' : '000000';
      const tries = Array.from({ length: 5 }, () => post(handed.path, { ...BIRTH, code }));
      tries.splice(round, 0, open(handed));
      const statuses = (await Promise.all(tries)).map(({ statusCode }) => statusCode);
      const opens = statuses.filter((status) => status === 200).length;
      expect(statuses.filter((status) => status === 403)).toHaveLength(4);
      const rows = await listActs(handed.idUser);
      // The closing is the last event.
      expect(rows.at(-1)).toBe('anonymous closed');
      expect(rows.filter((row) => row === 'anonymous opened')).toHaveLength(opens);
      expect((await open(handed)).statusCode).toBe(410);
    }
  });

  test('closed, expired and unknown links and links of a deleted patient get the same page', async () => {
    const [closed, expired, deleted] = [await handOver(), await handOver(), await handOver()];
    await send('revoke', { idDelivery: closed.idDelivery });
    await expire(expired.idDelivery);
    await db()
      .update(patients)
      .set({ deletedAt: new Date() })
      .where(eq(patients.id, deleted.idUser));
    const paths = [
      closed.path,
      expired.path,
      deleted.path,
      `/entrega/${'A'.repeat(22)}`,
      '/entrega/x',
    ];
    const pages = new Set<string>();
    for (const path of paths) {
      for (const answer of [await visit(path), await open({ path, code: closed.code })]) {
        expect(answer.statusCode).toBe(410);
        pages.add(answer.body.replaceAll(path, '/entrega/…'));
      }
    }
    expect(pages.size).toBe(1);
    expect([...pages][0]).toContain('Puede que haya vencido');
    expect([...pages][0]).toContain('Solicitar otro enlace');
    expect([...pages][0]).not.toMatch(/informe|clínica/i);
  });
});

describe('E-10.577: a patient’s link whose delivery ended', () => {
  test('shows a notice, and neither text nor PDF, if its report was withdrawn', async () => {
    const handed = await handOver();
    const before = await open(handed);
    const grant = /name="grant" value="([^"]+)"/.exec(before.body)?.[1] ?? '';
    await addWithdrawal(db(), handed.idUser, handed.idVersion);
    const { statusCode, body } = await open(handed);
    expect(statusCode).toBe(200);
    expect(body).toContain('La clínica retiró este informe');
    expect(body).not.toMatch(/2\.1 ml|Descargar PDF/);
    expect((await post(`${handed.path}/pdf`, { grant })).statusCode).toBe(403);
    expect((await read(handed.idUser)).deliveries).toMatchObject([{ versionState: 'withdrawn' }]);
  });

  test('shows a notice at the same address if its report was superseded', async () => {
    const handed = await handOver();
    await addSignedReport(db(), handed.idUser, { type: 'correction', text: 'Otro texto.' });
    const { body } = await open(handed);
    expect(body).toContain('Este informe se sustituyó por la versión 4.');
    expect(body).toContain('Sustituido');
    expect(body).not.toContain('Otro texto.');
  });

  test('H-C3, E-10.1354: stays without text and PDF after the version that replaced its own is withdrawn', async () => {
    const handed = await handOver();
    const grant = /name="grant" value="([^"]+)"/.exec((await open(handed)).body)?.[1] ?? '';
    const later = await addSignedReport(db(), handed.idUser, { type: 'correction' });
    await addSignedReport(db(), handed.idUser, { kind: 'first_medical', text: 'Otro informe.' });
    await addWithdrawal(db(), handed.idUser, later);
    // Signing the text again does not restore it.
    await addSignedReport(db(), handed.idUser, { text: 'Ahora sí es de él.' });
    const { body } = await open(handed);
    expect(body).toContain('La clínica retiró este informe');
    expect(body).not.toMatch(/2\.1 ml|Descargar PDF|Ahora sí/);
    expect((await post(`${handed.path}/pdf`, { grant })).statusCode).toBe(403);
    expect((await read(handed.idUser)).deliveries).toMatchObject([{ versionState: 'withdrawn' }]);
  });

  test('closes when the consent is withdrawn, and a withdrawn consent prevents another link', async () => {
    const { idUser, idVersion } = await addSealed();
    await addConsent(db(), idUser);
    const delivery = await create(idVersion);
    await testApp().staff.request({
      method: 'POST',
      url: '/v1/user/withdraw-consent',
      payload: { idUser, reason: 'Lo pidió' },
    });
    expect((await visit(new URL(delivery.data.link).pathname)).statusCode).toBe(410);
    expect(await read(idUser)).toMatchObject({
      consentWithdrawn: true,
      deliveries: [{ state: 'consent' }],
    });
    expect(await create(idVersion)).toMatchObject({ status: 409, code: 'CONSENT_WITHDRAWN' });
    await addConsent(db(), idUser);
    expect((await create(idVersion)).status).toBe(200);
    await db().delete(consents).where(eq(consents.patientId, idUser));
  });

  test('opens either before or after a simultaneous revocation', async () => {
    for (let round = 0; round < 5; round += 1) {
      const handed = await handOver();
      const opened = Array.from({ length: 6 }, () => open(handed));
      const revoked = send('revoke', { idDelivery: handed.idDelivery });
      const answers = await Promise.all(opened);
      await revoked;
      const seen = answers.filter(({ statusCode }) => statusCode === 200).length;
      expect(answers.every(({ statusCode }) => [200, 410].includes(statusCode))).toBe(true);
      const rows = await listActs(handed.idUser);
      const at = rows.indexOf('staff revoked');
      expect(rows.slice(1, at)).toEqual(Array(seen).fill('anonymous opened'));
      expect(rows.slice(at)).toEqual(['staff revoked']);
      expect((await open(handed)).statusCode).toBe(410);
    }
  });
});

test('E-10.576: a network that tries many links or answers gets an error page, and other networks do not', async () => {
  const limits = { max: 6, windowSeconds: 600 };
  const limited = await startApplication({ publicLimits: { verify: limits, delivery: limits } });
  const guest = deliveryRequests(() => limited);
  const handed = await guest.handOver();
  const statuses = [];
  for (let at = 0; at < 4; at += 1) {
    statuses.push((await guest.visit(`/entrega/${'C'.repeat(21)}${at}`)).statusCode);
  }
  const wrong = { ...handed, code: handed.code === '000000' ? '000001' : '000000' };
  for (let at = 0; at < 4; at += 1) statuses.push((await guest.open(wrong)).statusCode);
  expect(statuses).toEqual([410, 410, 410, 410, 403, 403, 429, 429]);
  const rejected = await guest.open(handed);
  expect(rejected.statusCode).toBe(429);
  expect(rejected.headers['content-type']).toMatch(/^text\/html/);
  expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0);
  expect((await guest.open(handed, '198.51.100.77')).statusCode).toBe(200);
});

test('E-10.576: the PDFs of open links are limited per network', async () => {
  const deliveryPdf = { max: 2, windowSeconds: 600 };
  const limited = await startApplication({ publicLimits: { deliveryPdf } });
  const guest = deliveryRequests(() => limited);
  const handed = await guest.handOver();
  const { body } = await guest.open(handed);
  const grant = /name="grant" value="([^"]+)"/.exec(body)?.[1] ?? '';
  const statuses = [];
  for (let at = 0; at < 4; at += 1) {
    statuses.push((await guest.post(`${handed.path}/pdf`, { grant })).statusCode);
  }
  expect(statuses).toEqual([200, 200, 429, 429]);
  expect((await guest.read(handed.idUser)).deliveries).toMatchObject([{ downloads: 2 }]);
});
