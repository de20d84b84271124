import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { reportVersions } from '../../schema/reports.ts';
import { sharedApplication, startApplication } from '../../testing/application.ts';
import { addPatient } from '../../testing/records.ts';
import { addSignedReport, addWithdrawal, seal } from '../../testing/reports/signed-reports.ts';

const testApp = sharedApplication();
const db = () => testApp().database.db;
const verify = (code: string, remoteAddress = '198.51.100.4') =>
  testApp().app.inject({ url: `/verificar/${code}`, remoteAddress });

async function addVersion(idUser?: string, type: 'signed' | 'correction' = 'signed') {
  const patientId = idUser ?? (await addPatient(db(), { name: 'Luis Mora' }));
  const id = await addSignedReport(db(), patientId, { type, text: 'Un texto secreto.' });
  const [row] = await db().select().from(reportVersions).where(eq(reportVersions.id, id));
  return { patientId, id, code: row?.verifyCode ?? '' };
}

test('E-10.573: a code shows vigente, sustituido or retirado, and nothing of the report', async () => {
  const first = await addVersion();
  await seal(testApp().database);
  const valid = await verify(first.code);
  expect(valid.statusCode).toBe(200);
  expect(valid.body).toContain('<h1>Vigente</h1>');
  const second = await addVersion(first.patientId, 'correction');
  await seal(testApp().database);
  const superseded = await verify(first.code);
  expect(superseded.body).toContain('<h1>Sustituido</h1>');
  expect(superseded.body).toContain('Hay una versión más reciente de este informe.');
  await addWithdrawal(db(), first.patientId, second.id);
  await seal(testApp().database);
  const firstPage = await verify(first.code);
  expect(firstPage.body).toContain('<h1>Retirado</h1>');
  const withdrawn = await verify(second.code);
  expect(withdrawn.body).toContain('<h1>Retirado</h1>');
  for (const { body } of [valid, superseded, firstPage, withdrawn]) {
    expect(body).not.toMatch(/Luis|Mora|secreto|Eva|Luna|UNAM|versión \d/);
  }
});

test('E-10.573: unknown codes of any form, and one with an unsealed signature, get the same page', async () => {
  const unsealed = await addVersion();
  const codes = [
    unsealed.code,
    'K7QM-2XRD-9FTA-4NWE',
    randomBytes(16).toString('base64url'),
    'x',
    'A'.repeat(22),
    'A'.repeat(90),
    "';--",
    '<script>alert(1)</script>',
  ];
  const answers = await Promise.all(codes.map((code) => verify(encodeURIComponent(code))));
  const bodies = new Set(answers.map(({ body }) => body));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(codes.map(() => 404));
  expect(bodies.size).toBe(1);
  expect([...bodies][0]).not.toMatch(/<script|Vigente/);
});

test('E-10.573: the page has no script, is never cached, and may not be framed', async () => {
  const { code } = await addVersion();
  await seal(testApp().database);
  const { headers, body } = await verify(code);
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow, noarchive',
    'x-frame-options': 'DENY',
  });
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(headers['content-security-policy']).not.toMatch(/script-src|unsafe/);
  expect(headers['set-cookie']).toBeUndefined();
  expect(body).not.toMatch(/<script|https?:\/\//);
});

test('E-10.573: a network that asks for many codes is rejected, with an explanation', async () => {
  const limits = { max: 5, windowSeconds: 600 };
  const { app } = await startApplication({
    publicLimits: { verify: limits, delivery: limits },
  });
  const openPage = (remoteAddress: string) => app.inject({ url: '/verificar/x', remoteAddress });
  const answers = [];
  for (let at = 0; at < 8; at += 1) answers.push((await openPage('198.51.100.9')).statusCode);
  expect(answers).toEqual([404, 404, 404, 404, 404, 429, 429, 429]);
  const rejected = await openPage('198.51.100.9');
  expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0);
  expect(rejected.headers['content-type']).toMatch(/^text\/html/);
  expect((await openPage('198.51.100.10')).statusCode).toBe(404);
});

test('E-10.593: a code is accepted at /verificar in any case and with any hyphens', async () => {
  const { code } = await addVersion();
  await seal(testApp().database);
  const openPage = (typed: string) =>
    testApp().app.inject({ url: '/verificar', query: { codigo: typed } });
  const form = await testApp().app.inject({ url: '/verificar/' });
  expect(form.statusCode).toBe(200);
  expect(form.body).toContain('<h1>Verifica un informe</h1>');
  const address = `https://clinica.example/verificar/${code}`;
  const spaced = ` ${code.replaceAll('-', ' ')} `;
  for (const typed of [code, code.toLowerCase(), spaced, address, `${address}/`]) {
    const { statusCode, headers } = await openPage(typed);
    expect([statusCode, headers.location]).toEqual([303, `/verificar/${code}`]);
    expect(headers['cache-control']).toBe('no-store');
  }
  for (const typed of ['..', '//otro.example', 'x'.repeat(500), '<script>']) {
    const { statusCode, body } = await openPage(typed);
    expect([statusCode, body.includes('<script')]).toEqual([404, false]);
    expect(body).toContain('No reconocemos este código');
  }
  const lower = await verify(code.toLowerCase().replaceAll('-', ''));
  expect(lower.body).toContain('<h1>Vigente</h1>');
  expect(lower.body).toContain(`<b>${code}</b>`);
});

test('E-10.593: a code in the earlier format is still recognised', async () => {
  const patientId = await addPatient(db());
  const verifyCode = randomBytes(16).toString('base64url');
  await addSignedReport(db(), patientId, { verifyCode });
  await seal(testApp().database);
  expect((await verify(verifyCode)).body).toContain('<h1>Vigente</h1>');
  expect((await verify(verifyCode.toLowerCase())).statusCode).toBe(404);
});
