import type { Confirmation } from '@simiente/contract/account/confirmation';
import type { Role } from '@simiente/contract/common/access/roles';
import type { Report } from '@simiente/contract/reports/calls';
import {
  TREATMENT_ACCEPTED,
  toSubject,
  VALUE_ACCEPTED,
} from '@simiente/contract/reports/explanations';
import { ACCEPTED_SENTENCE, type ReportKind } from '@simiente/contract/reports/states';
import type { ReportVersion } from '@simiente/contract/reports/version';
import type { WorkingCopy } from '@simiente/contract/reports/working-copy';
import { desc, eq } from 'drizzle-orm';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import { createLanguageModel } from '../../modules/reports/public.ts';
import {
  toReviewSentences,
  toUneditedSentences,
} from '../../modules/reports/review/working-text.ts';
import { frozenDigest } from '../../modules/reports/signing/signature.ts';
import type { Database } from '../../platform/database/database.ts';
import { hashToken, newToken } from '../../platform/identity/sessions/session-token.ts';
import { beginTwoFactor } from '../../platform/identity/two-factor/two-factor.ts';
import { professionalIdentityVersions } from '../../schema/professional-identities.ts';
import {
  draftTokens,
  reportDiscards,
  reportVersions,
  reportWorkingCopies,
} from '../../schema/reports.ts';
import { staffTwoFactors } from '../../schema/staff.ts';
import { makeCodeGenerator } from '../accounts/otp.ts';
import { addIdentity } from '../accounts/records.ts';
import { setUpTwoFactor } from '../accounts/two-factor.ts';
import { TEST_KEY, type TestApplication, type TestStaff } from '../application.ts';
import { addPatient, addReport, newId } from '../records.ts';
import { insertSigned, makeSignedVersion } from './signed-reports.ts';

/** An account with a second step and an active professional identity. */
export interface TestSigner {
  readonly id: string;
  readonly request: TestStaff['request'];
  readonly identityVersion: string;
  /** A password and a code, each used once. */
  confirmation(): Confirmation;
  call(
    method: 'GET' | 'POST' | 'PUT',
    name: string,
    input: object,
  ): Promise<LightMyRequestResponse>;
}

const PATH = '/v1/reports/';

/** Sends a call of reports; the input of a GET is its query. */
export function callReports(
  request: (options: InjectOptions) => Promise<LightMyRequestResponse>,
  method: 'GET' | 'POST' | 'PUT',
  name: string,
  input: object,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  const url = `${PATH}${name}`;
  return method === 'GET'
    ? request({ url, query: input as Record<string, string>, headers })
    : request({ method, url, payload: input, headers });
}

/** Adds a doctor who may sign, or another role. */
export async function makeSigner(
  testApp: TestApplication,
  roles: readonly Role[] = ['medico'],
): Promise<TestSigner> {
  const person = await testApp.signInAs(`${crypto.randomUUID()}@simiente.example`, roles);
  const { cookie, recoveryCodes } = await setUpTwoFactor(testApp.app, person);
  const codes = [...recoveryCodes];
  const identityVersion = await addIdentity(testApp.database.db, person.id, {
    confirmedAt: new Date(),
  });
  const request = (options: InjectOptions) =>
    testApp.app.inject({ ...options, headers: { cookie, ...options.headers } });
  return {
    id: person.id,
    request,
    identityVersion,
    confirmation: () => ({ password: person.password, code: codes.pop() ?? '' }),
    call: (method, name, input) => callReports(request, method, name, input),
  };
}

/** The text of a draft to sign; it has three sentences. */
export const DRAFT_TEXT = 'La muestra llegó completa. Conviene repetir el estudio.\n\nSaludos.';

/** Adds a patient with a complete identity, and a draft of a report. */
export async function addDraftToSign(db: Database, text = DRAFT_TEXT) {
  const patient = await addPatient(db, {
    name: 'Alejandro Villaseñor',
    birthDate: '1990-01-31',
    sex: 'male',
    street: 'Calle 20',
    municipality: 'Mérida',
    phone: '+52 999 000 0001',
  });
  return { patient, draft: await addReport(db, patient, 'exam_ai', text, { model: 'gpt-5' }) };
}

const ok = (answer: LightMyRequestResponse) => {
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode}: ${answer.body}`);
  return answer.json().data;
};

/** Begins the review of a draft, or of a signed version. */
export async function startReview(
  { call }: Pick<TestSigner, 'call'>,
  idVersion: string,
  amendment?: { type: 'correction' | 'addition'; reason: string },
): Promise<WorkingCopy> {
  return ok(await call('POST', 'start-review', { idVersion, ...(amendment && { amendment }) }))
    .workingCopy;
}

/** The sentences of a working copy, in the form in which they are saved. */
export function getTexts({ sentences }: Pick<WorkingCopy, 'sentences'>) {
  return sentences.map(({ author: _, ...sentence }) => sentence);
}

export async function saveCopy(
  { call }: Pick<TestSigner, 'call'>,
  copy: WorkingCopy,
  change: { sentences?: ReturnType<typeof getTexts>; acknowledge?: boolean } = {},
): Promise<WorkingCopy> {
  const { idWorkingCopy, version } = copy;
  const input = { idWorkingCopy, version, sentences: getTexts(copy), ...change };
  return ok(await call('PUT', 'save-working-copy', input)).workingCopy;
}

/** Accepts each open treatment and unsettled value of a copy, as a doctor who ticks them all would. */
export function acceptWarnings(
  signer: Pick<TestSigner, 'call'>,
  copy: WorkingCopy,
  kinds: readonly string[] = ['treatment', 'unsettled'],
): Promise<WorkingCopy> {
  const sentences = getTexts(copy);
  for (const finding of copy.findings) {
    if (!finding.open || !kinds.includes(finding.verdict)) continue;
    const text = finding.verdict === 'treatment' ? TREATMENT_ACCEPTED : VALUE_ACCEPTED;
    sentences[finding.sentence]?.explanations.push({ ...toSubject(finding), text });
  }
  return saveCopy(signer, copy, { sentences });
}

/** Request to sign a working copy as shown. */
export function makeSignature(
  { idWorkingCopy, version, sha256 }: Pick<WorkingCopy, 'idWorkingCopy' | 'version' | 'sha256'>,
  confirmation: Confirmation,
  amendment?: Amendment,
) {
  const signed = { idWorkingCopy, version, sha256, accepted: ACCEPTED_SENTENCE, confirmation };
  return { ...signed, ...(amendment && { amendment }) };
}

interface Amendment {
  readonly type: 'correction' | 'addition';
  readonly reason: string;
}

/** Signs a working copy as shown, with a fresh confirmation. */
export const signCopy = (
  signer: Pick<TestSigner, 'call' | 'confirmation'>,
  copy: Parameters<typeof makeSignature>[0],
  amendment?: Amendment,
) => signer.call('POST', 'sign', makeSignature(copy, signer.confirmation(), amendment));

/**
 * Accepts the unsettled values of a version and signs it unedited; the reason of an amendment is a separate field.
 */
export async function signVersion(
  signer: TestSigner,
  idVersion: string,
  amendment?: Amendment,
): Promise<ReportVersion> {
  const isDraft =
    ok(await signer.call('GET', 'get-version', { idVersion })).version.type === 'draft';
  const copy = await startReview(signer, idVersion, isDraft ? undefined : amendment);
  const accepted = copy.open.values > 0 ? await acceptWarnings(signer, copy) : copy;
  return ok(await signCopy(signer, accepted, isDraft ? amendment : undefined)).version;
}

/** A patient with a signed report, and its signer. */
export async function signReport(testApp: TestApplication) {
  const { db } = testApp.database;
  const signer = await makeSigner(testApp);
  const patient = await addPatient(db);
  const draft = await addReport(db, patient, 'exam_ai', 'Un texto de la IA.');
  const signed = await signVersion(signer, draft);
  return { signer, patient, draft, signed: signed.idVersion };
}

/** One kind of report of a patient, from its call. */
export async function readReport(
  { request }: Pick<TestStaff, 'request'>,
  idUser: string,
  kind: ReportKind = 'exam_ai',
): Promise<Report> {
  const { reports } = ok(await callReports(request, 'GET', 'of-patient', { idUser }));
  return reports.find((one: Report) => one.kind === kind);
}

/** The text in force, from the specified call. */
export async function textInForce(
  { request }: Pick<TestStaff, 'request'>,
  idUser: string,
): Promise<string> {
  const answer = await request({ url: '/v1/user/get-medical-history-patient', query: { idUser } });
  return ok(answer).MedicalReportData.examReportIA.message;
}

async function findVersion(db: Database, id: string) {
  const [version] = await db.select().from(reportVersions).where(eq(reportVersions.id, id));
  if (version === undefined) throw new Error(`There is no version ${id}`);
  return version;
}

/** Adds a working copy without an edit; returns its id. */
export async function addWorkingCopy(
  db: Database,
  baseId: string,
  reviewerId: string,
): Promise<string> {
  const id = newId('rwc');
  const base = await findVersion(db, baseId);
  const { patientId, kind } = base;
  const baseSentences = toReviewSentences(base);
  const sentences = toUneditedSentences(baseSentences);
  const row = { id, patientId, kind, baseId, reviewerId, baseSentences, sentences };
  await db.insert(reportWorkingCopies).values(row);
  return id;
}

/**
 * Adds a version that an account with an active identity signed without an edit, bypassing all calls; returns its
 * id.
 */
export async function addSignedVersion(
  { db, run }: AsOwner,
  draftId: string,
  signerId: string,
  facts: Pick<Partial<Parameters<typeof makeSignedVersion>[0]>, 'findings'> = {},
): Promise<string> {
  const { patientId, kind, text, number } = await findVersion(db, draftId);
  const [identity] = await db
    .select({ id: professionalIdentityVersions.id })
    .from(professionalIdentityVersions)
    .where(eq(professionalIdentityVersions.staffId, signerId))
    .orderBy(desc(professionalIdentityVersions.enteredAt), desc(professionalIdentityVersions.id))
    .limit(1);
  const version = makeSignedVersion({
    patientId,
    kind,
    text,
    number: number + 1,
    fromDraft: draftId,
    signerId,
    identityVersionId: identity?.id ?? '',
    ...facts,
  });
  // The application's role may not write the audit directly.
  const [event] = await run(
    `insert into audit_events (actor_kind, actor_id, action, subject_kind, subject_id, patient_id, details)
     values ('staff', $2, 'report.signed', 'report', $1, $3, jsonb_build_object('digest', $4::text)) returning id`,
    [version.id, signerId, patientId, frozenDigest(version)],
  );
  await insertSigned(db, version, Number(event?.id));
  return version.id;
}

interface AsOwner {
  readonly db: Database;
  /** Runs a statement as the owner of the tables. */
  readonly run: (
    text: string,
    values: readonly unknown[],
  ) => Promise<readonly Record<string, unknown>[]>;
}

interface Endings {
  readonly draft: string;
  readonly signed: string;
  readonly by: string;
  readonly reason: string;
}

/** Discards a draft, and confirms and withdraws a signed version, bypassing all calls. */
export async function addEndings(
  { db, run }: AsOwner,
  { draft, signed, by, reason }: Endings,
): Promise<void> {
  await db.insert(reportDiscards).values({ versionId: draft, by, reason });
  await run(
    `with event as (
       insert into audit_events (actor_kind, actor_id, action, subject_kind, subject_id)
       values ('staff', $2, 'report.confirmed', 'report', $1) returning id)
     insert into report_confirmations (id, version_id, signer_id, reason, at, signer, proof, identity_version_id,
       audit_event_id, changes)
     select $4, $1, $2, $3, now(), '{}', 'password', identity_version_id, event.id,
         '[{"source": "val_1", "change": "corrected", "now": "val_2", "sample": "6"}]'
       from event, report_versions where report_versions.id = $1`,
    [signed, by, reason, newId('rcf')],
  );
  await run(
    `with event as (
       insert into audit_events (actor_kind, actor_id, action, subject_kind, subject_id)
       values ('staff', $2, 'report.withdrawn', 'report', $1) returning id)
     insert into report_withdrawals (version_id, signer_id, reason, at, signer, proof, identity_version_id,
       audit_event_id)
     select $1, $2, $3, now(), '{}', 'password', identity_version_id, event.id
       from event, report_versions where report_versions.id = $1`,
    [signed, by, reason],
  );
}

/** Sets up a second step for the account, and returns a code. */
export async function freshCode(
  database: Pick<TestApplication['database'], 'db'>,
  account: Pick<TestStaff, 'id' | 'email'>,
): Promise<string> {
  const { db } = database;
  const uri = await db.transaction((transaction) => beginTwoFactor(transaction, TEST_KEY, account));
  await db
    .update(staffTwoFactors)
    .set({ verified: true, lastUsedStep: null })
    .where(eq(staffTwoFactors.userId, account.id));
  return makeCodeGenerator(uri)();
}

/** Adds a system that sends drafts; returns its token. */
export async function addDraftToken(db: Database, name = newId('motor')): Promise<string> {
  const token = newToken();
  await db.insert(draftTokens).values({ name, tokenHash: hashToken(token) });
  return token;
}

/** A language model whose server is unreachable, because nothing listens at that port. */
export const UNREACHABLE_MODEL = createLanguageModel(
  { url: 'http://127.0.0.1:1/v1', model: 'ausente', key: null },
  pino({ level: 'silent' }),
);
