import { hash, randomUUID } from 'node:crypto';
import type { StoredDraft } from '@simiente/contract/reports/calls';
import { checkFigures } from '@simiente/contract/reports/guard/check-figures';
import type { Finding, ReportVersion, VersionSentence } from '@simiente/contract/reports/version';
import { eq, sql } from 'drizzle-orm';
import type { StaffContext } from '../../../platform/calls/call-context.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { pick } from '../../../platform/database/records.ts';
import { unavailable } from '../../../platform/failures.ts';
import type { createSemaphore } from '../../../platform/http/load/semaphore.ts';
import { withIdempotencyKey } from '../../../platform/idempotency/idempotency-key.ts';
import { Problem, toFieldProblem } from '../../../platform/problem.ts';
import { opposedAutomation } from '../../../schema/data-requests.ts';
import { patients } from '../../../schema/patients.ts';
import { auditRead } from '../../audit/public.ts';
import { hasConsent, healthConsentWithdrawn } from '../../consents/public.ts';
import { findQuotableResults } from '../../results/public.ts';
import { openVersion, readVersion } from '../reading/select-versions.ts';
import { AUTOMATION_OPPOSED, addDraft } from '../receiving/drafts.ts';
import { discardDraft } from '../signing/end-version.ts';
import {
  type LanguageModel,
  ModelProblem,
  type ModelText,
  modelFailures,
} from './language-model.ts';
import { FREE_TEXT_RULES } from './other-sentences.ts';

interface WordedDraft {
  /** `discarded`: the text was stored and discarded, because it has numbers that are not in the results. */
  readonly outcome: 'drafted' | 'discarded' | 'failed';
  readonly message: string;
  readonly draft: StoredDraft | null;
}

const AUTOMATIC_DRAFT_REMAINS = 'El borrador automático sigue disponible.';

export const MODEL_OFF = `No hay un modelo de lenguaje configurado. ${AUTOMATIC_DRAFT_REMAINS}`;
export const CONSENT_WITHDRAWN = `El paciente retiró su consentimiento, así que sus valores no se envían al modelo. ${AUTOMATIC_DRAFT_REMAINS}`;
export const CONSENT_MISSING = `Falta el consentimiento del paciente para borradores con un modelo de lenguaje: regístralo en su página. ${AUTOMATIC_DRAFT_REMAINS}`;

interface ModelDeps {
  readonly model: LanguageModel | null;
  /** Limits how many requests wait for the model. */
  readonly permits: ReturnType<typeof createSemaphore>;
}

/**
 * Lets a language model reword a rule-based draft. The model gets values and sentences under a random id, without names
 * and contacts, and only with the patient's consent. The answer becomes another draft, byte for byte. An answer with
 * numbers that are not in the results is discarded immediately, with the reason.
 * @throws Problem FORBIDDEN, DRAFT_NOT_OPEN
 * @throws Problem CONFLICT without a model or without consent
 * @throws Problem UNAVAILABLE if too many requests wait for the model, and for a retry while the first request waits
 */
export async function wordDraft(
  { model, permits }: ModelDeps,
  context: StaffContext,
  input: { readonly idVersion: string },
): Promise<WordedDraft> {
  const { db, actor, idempotencyKey } = context;
  if (model === null) {
    await openVersion(db, actor, input.idVersion);
    throw rejection(MODEL_OFF);
  }
  // Kept, because a repeated transaction must not send the request again.
  let exchange: Exchange | undefined;
  const word = async (transaction: Transaction): Promise<WordedDraft> => {
    // This read is outside the transaction, whose locks would stop the archiving of the audit until the model answers.
    const version = await openVersion(db, actor, input.idVersion);
    if (version.source !== 'reglas' || version.state !== 'draft' || version.ofAnother) {
      throw new Problem('DRAFT_NOT_OPEN');
    }
    try {
      exchange ??= await askModel(model, context, version);
      return await storeAnswer(transaction, context, version, exchange);
    } catch (problem) {
      if (!(problem instanceof ModelProblem)) throw problem;
      const message = `${modelFailures[problem.failure]} ${AUTOMATIC_DRAFT_REMAINS}`;
      return { outcome: 'failed', message, draft: null };
    }
  };
  const wordOnce = async (transaction: Transaction) => {
    // A concurrent retry, also in another process, does not wait for the model.
    const name = `words:${actor.id}:${idempotencyKey ?? randomUUID()}`;
    const { rows } = await transaction.execute<{ isFirst: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as "isFirst"`,
    );
    if (!rows[0]?.isFirst) throw unavailable();
    return withIdempotencyKey(
      transaction,
      context,
      { call: 'reports.wordDraft', input },
      () => word(transaction),
      ({ outcome }) => outcome !== 'failed',
    );
  };
  // The permit comes first, because each of these transactions holds a connection until the model answers.
  return permits.withPermit(actor.id, () => db.transaction(wordOnce));
}

interface Exchange {
  readonly request: ModelRequest;
  readonly answer: ModelText;
  /** The configured model; the server may report a more exact version. */
  readonly model: string;
}

async function askModel(
  model: LanguageModel,
  context: StaffContext,
  version: ReportVersion,
): Promise<Exchange> {
  const request = await createRequest(context, version);
  const sent = JSON.stringify(request);
  // The audit row is written before the text leaves.
  await auditRead(context.db, context, {
    action: 'report.sent_to_model',
    subject: { kind: 'report', id: version.idVersion },
    patientId: version.idUser,
    details: {
      model: model.name,
      prompt: PROMPT_VERSION,
      case: request.caso,
      sha256: hash('sha256', sent),
    },
  });
  const answer = await model.write([
    { role: 'system', content: INSTRUCTIONS },
    { role: 'user', content: sent },
  ]);
  return { request, answer, model: model.name };
}

const rejection = (message: string) => toFieldProblem('CONFLICT', 'idVersion', message);

async function createRequest(
  { db }: Pick<StaffContext, 'db'>,
  { idUser, sentences }: ReportVersion,
): Promise<ModelRequest> {
  const [patient] = await db
    .select({
      ...pick(patients, identityColumns),
      isOpposed: opposedAutomation(idUser),
      isWithdrawn: healthConsentWithdrawn(idUser),
      isAgreed: hasConsent(idUser, 'automatic_drafts'),
    })
    .from(patients)
    .where(eq(patients.id, idUser));
  if (patient === undefined) throw new Problem('NOT_FOUND');
  if (patient.isOpposed) throw rejection(AUTOMATION_OPPOSED);
  if (patient.isWithdrawn) throw rejection(CONSENT_WITHDRAWN);
  if (!patient.isAgreed) throw rejection(CONSENT_MISSING);
  return toModelRequest(sentences, patient);
}

async function storeAnswer(
  transaction: Transaction,
  context: StaffContext,
  { idUser: patientId, kind }: ReportVersion,
  { request, answer, model }: Exchange,
): Promise<WordedDraft> {
  const quotable = await findQuotableResults(transaction, patientId);
  const invented = checkFigures(answer.text, quotable, context.clinicTimeZone).filter(isInvented);
  const draft = await addDraft(transaction, context, {
    patientId,
    kind,
    text: answer.text,
    source: 'modelo',
    model,
    modelVersion: answer.model,
    ruleVersion: PROMPT_VERSION,
    inputFacts: request,
    createdBy: context.actor.id,
    evenIfDiscarded: invented.length === 0,
  });
  if (invented.length === 0) {
    return { outcome: 'drafted', message: 'El modelo redactó un borrador nuevo.', draft };
  }
  const reason = `El modelo escribió cifras que no están en los resultados: ${formatNumbers(invented)}.`;
  const stored = await readVersion(transaction, context.actor, draft.idVersion);
  if (stored.discard === null) {
    await discardDraft(transaction, context, { idVersion: draft.idVersion, reason });
  }
  return {
    outcome: 'discarded',
    message: `${reason} Se descartó. ${AUTOMATIC_DRAFT_REMAINS}`,
    draft,
  };
}

const isInvented = ({ verdict }: Finding) => verdict !== 'agrees' && verdict !== 'reference-agrees';

/** Maximum numbers that the reason of a discarded text names. */
const MAX_NAMED = 8;

const formatNumbers = (findings: readonly Finding[]) =>
  findings
    .slice(0, MAX_NAMED)
    .map(({ figure, unit }) => (unit === null ? figure : `${figure} ${unit}`).slice(0, 60))
    .join(', ');

/** Version of the instructions, stored with each draft of a model. */
export const PROMPT_VERSION = 'redaccion-1';

const INSTRUCTIONS = `Redactas para un paciente el resumen de sus resultados de laboratorio, en español de México y de tú.
Recibes las frases de un borrador automático y los valores de cada una.
Escribe un solo texto corrido, en párrafos separados por una línea en blanco, claro, amable y sin tecnicismos innecesarios.
Usa solo lo que dicen las frases. No agregues cifras, referencias, diagnósticos, causas, pronósticos ni tratamientos.
Copia cada cifra y cada unidad tal como está. No digas que un valor es normal, anormal, bueno o malo.
No uses Markdown, títulos, listas, saludos ni firmas. No inventes nombres.`;

/** Data that identify the patient or the emergency contact. */
const identityColumns = [
  ...(['name', 'email', 'phone', 'curp', 'identityDocument', 'street'] as const),
  ...(['emergencyName', 'emergencyPhone'] as const),
] as const;
type Identity = Pick<typeof patients.$inferSelect, (typeof identityColumns)[number]>;

const MIN_NAME_LENGTH = 3;
/** Particles of many names that also occur in most sentences. */
const PARTICLES: readonly string[] = ['del', 'las', 'los'];
/** Last digits that identify a phone number with or without its country code. */
const PHONE_DIGITS = 7;

const fold = (text: string) =>
  text.toLocaleLowerCase('es').normalize('NFD').replaceAll(/\p{M}/gu, '');

const splitWords = (text: string) =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Whether the text has a distinctive word of a name, or the whole name if its words are short. */
function hasName(words: readonly string[], name: string): boolean {
  const nameWords = splitWords(name);
  const distinctive = nameWords.filter(
    (word) => word.length >= MIN_NAME_LENGTH && !PARTICLES.includes(word),
  );
  if (distinctive.some((word) => words.includes(word))) return true;
  return nameWords.length > 0 && ` ${words.join(' ')} `.includes(` ${nameWords.join(' ')} `);
}

function hasPhone(digits: string, phone: string): boolean {
  const lastDigits = phone.replaceAll(/\D/g, '').slice(-PHONE_DIGITS);
  return lastDigits.length === PHONE_DIGITS && digits.includes(lastDigits);
}

/** Whether a text has a name, an address or a number of the patient or of the emergency contact. */
function namesPerson(text: string, person: Identity): boolean {
  const { name, emergencyName, email, curp, identityDocument, street } = person;
  const words = splitWords(text);
  const foldedText = fold(text);
  const digits = text.replaceAll(/\D/g, '');
  const isFilled = (value: string | null): value is string => value !== null && value.trim() !== '';
  return (
    [name, emergencyName].filter(isFilled).some((one) => hasName(words, one)) ||
    [email, curp, identityDocument, street]
      .filter(isFilled)
      .some((one) => foldedText.includes(fold(one.trim()))) ||
    [person.phone, person.emergencyPhone].filter(isFilled).some((one) => hasPhone(digits, one))
  );
}

/** Request to the model. The draft that stores the answer also stores the request. */
interface ModelRequest {
  /** Random id, because our ids may not leave. */
  readonly caso: string;
  readonly frases: readonly { readonly frase: string; readonly valores: readonly string[] }[];
}

/**
 * The sentences of a rule-based draft, for a model. Texts of a laboratory are left out, because they may name a person,
 * and so are sentences that name the patient or the emergency contact.
 */
export function toModelRequest(
  sentences: readonly VersionSentence[],
  identity: Identity,
): ModelRequest {
  const frases = sentences
    .filter(({ facts }) => facts !== undefined && !FREE_TEXT_RULES.includes(facts.rule))
    .map(({ text, facts }) => ({ frase: text.trim(), valores: facts?.values ?? [] }))
    .filter(({ frase, valores }) => !namesPerson([frase, ...valores].join(' '), identity));
  return { caso: `caso-${randomUUID()}`, frases };
}
