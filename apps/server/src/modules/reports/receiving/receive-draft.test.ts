import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditEvents } from '../../../schema/audit.ts';
import { draftTokens, reportVersions } from '../../../schema/reports.ts';
import {
  MANY_ATTEMPTS,
  sharedApplication,
  startApplication,
} from '../../../testing/application.ts';
import { addPatient } from '../../../testing/records.ts';
import {
  addDraftToken,
  makeSigner,
  signVersion,
  textInForce,
} from '../../../testing/reports/reports.ts';

const testApp = sharedApplication({ attemptLimits: MANY_ATTEMPTS });
const db = () => testApp().database.db;

const send = (token: string, payload: object, headers: Record<string, string> = {}) =>
  testApp().app.inject({
    method: 'POST',
    url: '/v1/reports/drafts',
    headers: { authorization: `Bearer ${token}`, ...headers },
    payload,
  });

test('E-10.618: R1: another system sends a draft with its token, and the known facts of the model', async () => {
  const token = await addDraftToken(db(), 'motor-ia');
  const idUser = await addPatient(db());
  const text = '  **Volumen:** 2 ml【4:2†source】\r\n';
  const answer = await send(token, {
    idUser,
    kind: 'exam_ai',
    text,
    model: 'gpt-5',
    modelVersion: '2026-08-01',
    promptVersion: '7',
  });
  expect(answer.statusCode).toBe(200);
  const { idVersion, sha256, number } = answer.json().data;
  expect([number, sha256]).toEqual([1, createHash('sha256').update(text).digest('hex')]);
  const [stored] = await db().select().from(reportVersions).where(eq(reportVersions.id, idVersion));
  expect(stored).toMatchObject({
    text,
    source: 'ia',
    model: 'gpt-5',
    modelVersion: '2026-08-01',
    ruleVersion: '7',
    sender: 'motor-ia',
    createdBy: null,
  });
  const [event] = await db().select().from(auditEvents).where(eq(auditEvents.subjectId, idVersion));
  expect(event).toMatchObject({
    actorKind: 'system',
    action: 'report.draft_received',
    patientId: idUser,
    details: { number: 1, sha256 },
  });
  expect(await textInForce(testApp().staff, idUser)).toBe(text);
});

test('E-10.618: the same draft is stored once: by its key, simultaneously, and by its content', async () => {
  const token = await addDraftToken(db());
  const idUser = await addPatient(db());
  const draft = { idUser, kind: 'exam_ai', text: 'Un texto.', model: 'gpt-5' };
  const key = { 'idempotency-key': crypto.randomUUID() };
  const answers = await Promise.all([send(token, draft, key), send(token, draft, key)]);
  answers.push(await send(token, draft, key), await send(token, draft));
  expect(new Set(answers.map((answer) => answer.json().data?.idVersion)).size).toBe(1);
  const reused = await send(token, { ...draft, text: 'Otro.' }, key);
  expect([reused.statusCode, reused.json().code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
  expect((await send(token, { ...draft, model: 'gpt-6' })).json().data.number).toBe(2);
  expect(await db().$count(reportVersions, eq(reportVersions.patientId, idUser))).toBe(2);
});

test('E-10.618: R2: a new text is a new draft, and never replaces a signed one', async () => {
  const token = await addDraftToken(db());
  const idUser = await addPatient(db());
  const draft = { idUser, kind: 'exam_ai' };
  const first = await send(token, { ...draft, text: 'Un texto.' });
  await signVersion(await makeSigner(testApp()), first.json().data.idVersion);
  const answer = await send(token, { ...draft, text: 'Un texto más nuevo.' });
  expect(answer.json().data.number).toBe(3);
  expect(await textInForce(testApp().staff, idUser)).toBe('Un texto.');
});

test('E-10.618: a request without a sender’s token reads, writes and reveals nothing about a patient', async () => {
  const idUser = await addPatient(db());
  const draft = { idUser, kind: 'exam_ai', text: 'Un texto.' };
  const token = await addDraftToken(db());
  await db().delete(draftTokens);
  for (const [wrong, payload] of [
    [token, draft],
    ['', draft],
    ['x'.repeat(43), { ...draft, idUser: 'nadie' }],
    ['x'.repeat(43), 'no es JSON'],
  ] as const) {
    const rejected = await testApp().app.inject({
      method: 'POST',
      url: '/v1/reports/drafts',
      headers: { authorization: `Bearer ${wrong}`, 'content-type': 'application/json' },
      payload,
    });
    expect([rejected.statusCode, rejected.json().code]).toEqual([401, 'DRAFT_TOKEN_INVALID']);
  }
  // A session does not replace a token.
  const session = await testApp().staff.request({
    method: 'POST',
    url: '/v1/reports/drafts',
    payload: draft,
  });
  expect(session.statusCode).toBe(401);
  expect(await db().$count(reportVersions, eq(reportVersions.patientId, idUser))).toBe(0);
});

test('E-10.618: an address that sends many wrong tokens is limited', async () => {
  const { app } = await startApplication({ tokenLimit: { max: 3, windowSeconds: 600 } });
  const statuses: number[] = [];
  for (let sent = 0; sent < 5; sent += 1) {
    const answer = await app.inject({ method: 'POST', url: '/v1/reports/drafts', payload: {} });
    statuses.push(answer.statusCode);
  }
  expect(statuses).toEqual([401, 401, 401, 429, 429]);
});

test('E-10.618: a draft of an unknown or deleted patient, or without text, is rejected', async () => {
  const token = await addDraftToken(db());
  const deleted = await addPatient(db(), { deletedAt: new Date() });
  for (const [payload, status] of [
    [{ idUser: 'nadie', kind: 'exam_ai', text: 'Un texto.' }, 404],
    [{ idUser: deleted, kind: 'exam_ai', text: 'Un texto.' }, 404],
    [{ idUser: deleted, kind: 'exam_ai', text: ' \n' }, 400],
    [{ idUser: deleted, kind: 'otro', text: 'Un texto.' }, 400],
    [{ idUser: deleted, kind: 'exam_ai', text: 'x'.repeat(20_001) }, 400],
    [{ idUser: deleted, kind: 'exam_ai', text: 'Un texto.', source: 'importacion' }, 400],
  ] as const) {
    expect((await send(token, payload)).statusCode, JSON.stringify(payload).slice(0, 80)).toBe(
      status,
    );
  }
});
