import { and, eq } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { auditEvents } from '../../../schema/audit.ts';
import { reportVersions } from '../../../schema/reports.ts';
import { sharedApplication, startApplication } from '../../../testing/application.ts';
import { queryAsOwner } from '../../../testing/database.ts';
import { addConsent, addExam, addPatient, addResultSet } from '../../../testing/records.ts';
import { callReports, readReport, textInForce } from '../../../testing/reports/reports.ts';
import {
  type ChatServer,
  completeAnswer,
  plainAnswer,
  startChatServer,
} from '../testing/chat-server.ts';
import { createLanguageModel, type LanguageModel } from './language-model.ts';
import { CONSENT_MISSING, CONSENT_WITHDRAWN, MODEL_OFF, PROMPT_VERSION } from './word-draft.ts';
import { NO_RESULTS } from './write-draft.ts';

let server: ChatServer;
beforeAll(async () => {
  server = await startChatServer();
});
afterAll(() => server.close());

/** The server's address is known only once it listens, after the application was built. */
const languageModel: LanguageModel = {
  name: 'prueba',
  write: (messages) =>
    createLanguageModel(
      { url: server.url, model: 'prueba', key: 'clave' },
      pino({ level: 'silent' }),
    ).write(messages),
};
const testApp = sharedApplication({ languageModel });
const db = () => testApp().database.db;

const values = {
  volume: '2.1',
  concentration: '14',
  progressiveMotility: '34',
  normalForms: '3',
} as const;
const PERSON = {
  name: 'Alejandro Villaseñor Rojas',
  email: 'alejandro.v@correo.example',
  phone: '+52 999 123 4567',
};

async function patientWithResults(): Promise<string> {
  const patient = await addPatient(db(), PERSON);
  await addConsent(db(), patient, { purpose: 'automatic_drafts' });
  await addResultSet(db(), patient, { values, collectedAt: new Date('2026-10-12T15:00:00Z') });
  return patient;
}

const call = (name: string, input: object, headers: Record<string, string> = {}) =>
  callReports(testApp().staff.request, 'POST', name, input, headers);

async function writeDraft(patient: string): Promise<string> {
  const answer = await call('write-draft', { idUser: patient });
  expect(answer.statusCode).toBe(200);
  return answer.json().data.draft.idVersion;
}

const findVersion = async (id: string) => {
  const [row] = await db().select().from(reportVersions).where(eq(reportVersions.id, id));
  return row;
};

const RIGHT =
  'Tu muestra tuvo un volumen de 2.1 ml.\n\nLa concentración fue de 14 millones/ml, bajo el percentil 5. ';
const INVENTED = 'La concentración fue de 41 millones/ml y la vitalidad, de 60 %.';

describe('E-10.620: a rule-based draft', () => {
  test('E-10.620: is stored with its rule set, its sentences and their values', async () => {
    const patient = await patientWithResults();
    const id = await writeDraft(patient);
    const row = await findVersion(id);
    expect(row).toMatchObject({
      kind: 'exam_ai',
      type: 'draft',
      source: 'reglas',
      ruleVersion: 'reglas-9',
      model: null,
      createdBy: testApp().staff.id,
    });
    expect(row?.sentences?.map(({ text }) => text).join('')).toBe(row?.text);
    expect(row?.text).toContain(
      'La concentración fue de 14 millones/mL, por debajo del percentil 5',
    );
    expect(row?.text).not.toMatch(/Alejandro|Villaseñor|123/);
    expect(JSON.stringify(row?.inputFacts)).toContain('"value":"14"');
    expect(await textInForce(testApp().staff, patient)).toBe(row?.text);
  });

  test('E-10.620: fails with an instruction, and writes nothing, if there are no results', async () => {
    const patient = await addPatient(db());
    const rejected = await call('write-draft', { idUser: patient });
    expect([rejected.statusCode, rejected.json().issues?.[0]?.message]).toEqual([409, NO_RESULTS]);
    expect((await readReport(testApp().staff, patient)).versions).toEqual([]);
  });

  test('E-10.620: is created once when it is requested twice with one key', async () => {
    const patient = await patientWithResults();
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const [one, other] = await Promise.all([
      call('write-draft', { idUser: patient }, headers),
      call('write-draft', { idUser: patient }, headers),
    ]);
    expect(one.json().data).toEqual(other.json().data);
    expect((await readReport(testApp().staff, patient)).versions).toHaveLength(1);
  });

  test('E-10.620: is written again after the last one was discarded, and is pending', async () => {
    const patient = await patientWithResults();
    const discarded = await writeDraft(patient);
    await call('discard-draft', { idVersion: discarded, reason: 'Fue un error' });
    const again = await writeDraft(patient);
    expect(again).not.toBe(discarded);
    const report = await readReport(testApp().staff, patient);
    expect([report.pending, report.versions.length]).toEqual([again, 2]);
    expect(await writeDraft(patient)).toBe(again);
  });
});

describe('E-10.621: a language model that rewords a rule-based draft', () => {
  test('E-10.621: answers with a draft, which is stored byte for byte, with its model and the version of the prompt', async () => {
    const patient = await patientWithResults();
    server.respond(completeAnswer(RIGHT));
    const answer = await call('word-draft', { idVersion: await writeDraft(patient) });
    expect(answer.json().data.outcome).toBe('drafted');
    const row = await findVersion(answer.json().data.draft.idVersion);
    expect(row).toMatchObject({
      text: RIGHT,
      source: 'modelo',
      model: 'prueba',
      modelVersion: 'prueba-2',
      ruleVersion: PROMPT_VERSION,
    });
  });

  test('E-10.621: gets values and sentences, and neither name, contact nor an id', async () => {
    const patient = await patientWithResults();
    const idVersion = await writeDraft(patient);
    server.respond(completeAnswer(RIGHT));
    const from = server.requests.length;
    await call('word-draft', { idVersion });
    const sent = JSON.stringify(server.requests[from]?.body);
    expect(sent).toContain('14 millones/mL');
    expect(sent).toMatch(/caso-[0-9a-f-]{36}/);
    for (const secret of [
      patient,
      idVersion,
      testApp().staff.id,
      'Alejandro',
      'Villaseñor',
      'correo.example',
      '1234567',
      'res_',
      'val_',
    ]) {
      expect(sent).not.toContain(secret);
    }
    const [audited] = await db()
      .select()
      .from(auditEvents)
      .where(
        and(eq(auditEvents.patientId, patient), eq(auditEvents.action, 'report.sent_to_model')),
      );
    expect(audited?.details).toMatchObject({ model: 'prueba', prompt: PROMPT_VERSION });
  });

  test('E-10.621: gets no method or range that a laboratory wrote in words', async () => {
    const patient = await addPatient(db(), PERSON);
    await addResultSet(db(), patient, {
      examId: await addExam(db(), patient, { type: 'Fragmentacion_ADN' }),
      method: 'SCD, pareja Marisol Quiroz',
      values: { dnaFragmentationIndex: '18' },
    });
    const idVersion = await writeDraft(patient);
    expect((await findVersion(idVersion))?.text).toContain('Marisol');
    server.respond(completeAnswer(RIGHT));
    await call('word-draft', { idVersion });
    expect(JSON.stringify(server.requests.at(-1))).not.toContain('Marisol');
  });

  test('E-10.622: gets no values after a consent was withdrawn', async () => {
    const patient = await patientWithResults();
    const idVersion = await writeDraft(patient);
    await addConsent(db(), patient, { withdrawnAt: new Date(), withdrawalReason: 'No quiere' });
    const from = server.requests.length;
    const rejected = await call('word-draft', { idVersion });
    expect([rejected.statusCode, rejected.json().issues?.[0]?.message]).toEqual([
      409,
      CONSENT_WITHDRAWN,
    ]);
    expect(server.requests).toHaveLength(from);
  });

  test('E-10.1601: gets nothing with only the consent to health data', async () => {
    const patient = await addPatient(db(), PERSON);
    await addConsent(db(), patient);
    await addResultSet(db(), patient, { values, collectedAt: new Date('2026-10-12T15:00:00Z') });
    const from = server.requests.length;
    const rejected = await call('word-draft', { idVersion: await writeDraft(patient) });
    expect([rejected.statusCode, rejected.json().issues?.[0]?.message]).toEqual([
      409,
      CONSENT_MISSING,
    ]);
    expect(server.requests).toHaveLength(from);
  });

  test('E-10.623: an invented figure is reported, its text is stored as discarded, and the rule-based draft stays pending', async () => {
    const patient = await patientWithResults();
    const idVersion = await writeDraft(patient);
    server.respond(completeAnswer(INVENTED));
    const { outcome, message, draft } = (await call('word-draft', { idVersion })).json().data;
    expect(outcome).toBe('discarded');
    expect(message).toContain('41 millones/ml, 60 %');
    expect(await findVersion(draft.idVersion)).toMatchObject({ text: INVENTED, source: 'modelo' });
    const report = await readReport(testApp().staff, patient);
    expect([report.pending, report.inForce]).toEqual([idVersion, idVersion]);
    expect(report.versions[0]).toMatchObject({
      state: 'discarded',
      discard: { reason: expect.stringContaining('41 millones/ml') },
    });
    // A repeated answer with an invented number is discarded too.
    server.respond(completeAnswer(INVENTED));
    expect((await call('word-draft', { idVersion })).json().data.outcome).toBe('discarded');
  });

  test.each([
    ['is down', plainAnswer(500, ''), 'incompleta'],
    ['refuses', completeAnswer('', 'content_filter'), 'se negó a redactarlo'],
    ['exceeds the length limit', completeAnswer('a', 'length'), 'más de lo que cabe'],
    [
      'redirects to another address',
      plainAnswer(307, '', { location: 'http://127.0.0.1:1/' }),
      'otra dirección',
    ],
    ['asks for another key', plainAnswer(401, ''), 'Avisa al operador del servidor'],
  ])(
    'E-10.624: a server that %s is reported, and the rule-based draft stays pending',
    async (_how, respond, words) => {
      const patient = await patientWithResults();
      const idVersion = await writeDraft(patient);
      server.respond(respond);
      const answer = await call('word-draft', { idVersion });
      expect(answer.statusCode).toBe(200);
      expect(answer.json().data).toMatchObject({ outcome: 'failed', draft: null });
      expect(answer.json().data.message).toContain(words);
      expect(answer.json().data.message).toContain('El borrador automático sigue disponible.');
      expect((await readReport(testApp().staff, patient)).pending).toBe(idVersion);
    },
  );

  test('E-10.624: one account has one request at a time', async () => {
    const patient = await patientWithResults();
    const idVersion = await writeDraft(patient);
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    const { promise: goOn, resolve } = Promise.withResolvers<void>();
    server.respond(async (response) => {
      arrive();
      await goOn;
      await completeAnswer(RIGHT)(response);
    });
    const first = call('word-draft', { idVersion });
    await arrived;
    const second = await call('word-draft', { idVersion });
    expect([second.statusCode, second.headers['retry-after']]).toEqual([503, '20']);
    resolve();
    expect((await first).json().data.outcome).toBe('drafted');
  });

  test('E-10.3925: the audit can be archived while the model answers', async () => {
    const idVersion = await writeDraft(await patientWithResults());
    let locked: Promise<unknown> | undefined;
    server.respond(async (response) => {
      locked = queryAsOwner(
        testApp().database,
        `do $$ begin
          set local lock_timeout = '60s';
          lock table audit_events, audit_seals in access exclusive mode;
        end $$`,
      );
      await Promise.allSettled([locked]);
      await completeAnswer(RIGHT)(response);
    });
    expect((await call('word-draft', { idVersion })).json().data.outcome).toBe('drafted');
    expect(await locked).toEqual([]);
  });

  test('E-10.621: a retry under one key sends nothing again, and gets the first answer', async () => {
    const patient = await patientWithResults();
    const idVersion = await writeDraft(patient);
    server.respond(completeAnswer(RIGHT));
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const from = server.requests.length;
    const first = await call('word-draft', { idVersion }, headers);
    const again = await call('word-draft', { idVersion }, headers);
    expect(again.json().data).toEqual(first.json().data);
    expect(server.requests).toHaveLength(from + 1);
    const other = await call('word-draft', { idVersion: await writeDraft(patient) }, headers);
    expect(other.json()).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    expect(server.requests).toHaveLength(from + 1);
  });

  test('E-10.621: a concurrent retry in another process sends nothing', async () => {
    const { app, database, staff } = testApp();
    const email = 'otra@simiente.example';
    const other = await startApplication({ database, languageModel }, onTestFinished, email);
    const idVersion = await writeDraft(await patientWithResults());
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    const { promise: goOn, resolve } = Promise.withResolvers<void>();
    server.respond(async (response) => {
      arrive();
      await goOn;
      await completeAnswer(RIGHT)(response);
    });
    const from = server.requests.length;
    const headers = { cookie: staff.cookie, 'idempotency-key': crypto.randomUUID() };
    const requestDraft = (process: typeof app) =>
      callReports(
        (options) => process.inject(options),
        'POST',
        'word-draft',
        { idVersion },
        headers,
      );
    const first = requestDraft(app);
    await arrived;
    expect((await requestDraft(other.app)).statusCode).toBe(503);
    resolve();
    expect((await first).json().data.outcome).toBe('drafted');
    expect((await requestDraft(other.app)).json()).toEqual((await first).json());
    expect(server.requests).toHaveLength(from + 1);
  });

  test('E-10.621: a text that the model writes again after it was discarded is pending', async () => {
    const patient = await patientWithResults();
    const idVersion = await writeDraft(patient);
    server.respond(completeAnswer(RIGHT));
    const first = (await call('word-draft', { idVersion })).json().data.draft.idVersion;
    await call('discard-draft', { idVersion: first, reason: 'Fue un error' });
    const again = (await call('word-draft', { idVersion })).json().data;
    expect(again.outcome).toBe('drafted');
    expect((await readReport(testApp().staff, patient)).pending).toBe(again.draft.idVersion);
    expect(again.draft.idVersion).not.toBe(first);
  });

  test('E-10.621: only a rule-based draft can be reworded', async () => {
    const patient = await patientWithResults();
    server.respond(completeAnswer(RIGHT));
    const answer = await call('word-draft', { idVersion: await writeDraft(patient) });
    const again = await call('word-draft', { idVersion: answer.json().data.draft.idVersion });
    expect([again.statusCode, again.json().code]).toEqual([409, 'DRAFT_NOT_OPEN']);
  });

  test('E-10.621: an account that may not review reports cannot send a request to a model', async () => {
    const patient = await patientWithResults();
    const idVersion = await writeDraft(patient);
    const other = await testApp().signInAs(`${crypto.randomUUID()}@simiente.example`, [
      'administracion',
    ]);
    const from = server.requests.length;
    const rejected = await callReports(other.request, 'POST', 'word-draft', { idVersion });
    expect(rejected.statusCode).toBe(403);
    expect(server.requests).toHaveLength(from);
  });
});

describe('without a language model', () => {
  const plainApplication = sharedApplication();

  test('E-10.625: a request for rewording is rejected, and rule-based drafts still work', async () => {
    const { database, staff } = plainApplication();
    const patient = await addPatient(database.db, PERSON);
    await addResultSet(database.db, patient, { values });
    const written = await callReports(staff.request, 'POST', 'write-draft', { idUser: patient });
    expect(written.json().data.languageModel).toBeNull();
    const { idVersion } = written.json().data.draft;
    const rejected = await callReports(staff.request, 'POST', 'word-draft', { idVersion });
    expect([rejected.statusCode, rejected.json().issues?.[0]?.message]).toEqual([409, MODEL_OFF]);
  });
});
