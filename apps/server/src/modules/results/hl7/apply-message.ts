import { examTypeLabel } from '@simiente/contract/exams/catalogue';
import { implausible } from '@simiente/contract/results/plausibility';
import { type WaitingReason, waitingReasonWords } from '@simiente/contract/results/states';
import { reportedValue } from '@simiente/contract/results/values';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Act } from '../../../platform/act.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { receivedResults } from '../../../schema/results.ts';
import { rejectStudy, unlinkOrder } from '../../exam-orders/public.ts';
import { attachDocuments, type LaboratoryDocument } from '../../exams/public.ts';
import { changeByLaboratory } from '../entering/laboratory-change.ts';
import { criticalAmong } from '../entering/lock-set.ts';
import {
  isSameRow,
  isSameValue,
  type SentValue,
  type WrittenValue,
} from '../entering/write-values.ts';
import { findPatient, type Origin, receiveSample } from '../import/receive-sample.ts';
import { type CurrentValue, latestValues, rowsInForce } from '../reading/present.ts';
import { selectValues } from '../reading/read-rows.ts';
import { changedFacts, isOlder, KEPT_FACTS } from './changed-facts.ts';
import { MessageRefused } from './decode.ts';
import type { Documents } from './documents.ts';
import { lockAnswer, lockSets, lockWaiting, type ResultSetRow } from './find-sent.ts';
import { sameAnalyte } from './laboratory-codes.ts';
import type { MessageResult } from './read-message.ts';
import { isLive, type Observation, textRow } from './read-observation.ts';

/** Outcome of the results of a study, or of some of them. */
export type Applied = 'entered' | 'changed' | 'rejected' | 'repeated' | 'older' | WaitingReason;

/** Reasons for users why results wait. */
export const wordsOfWaiting = (applied: readonly Applied[]) =>
  applied.flatMap((one) =>
    Object.hasOwn(waitingReasonWords, one) ? waitingReasonWords[one as WaitingReason] : [],
  );

/** The reason for a correction by a laboratory, shown beside the earlier value. */
const REASON = 'El laboratorio envió otro valor.';
const MOVED = 'El laboratorio envió esta muestra con los datos de otra persona.';
const NOT_OBTAINED = 'El laboratorio no pudo obtener este resultado.';
const WITHDRAWN = 'El laboratorio retiró este resultado.';

type Whole = Origin & {
  readonly sentAt: Date | null;
  readonly documents: Documents;
};

/**
 * Applies the results of one study in a message: new results like rows of a file, and results with a known number
 * as a change. The earlier values stay readable.
 * @throws MessageRefused for a change of a value that was never sent
 */
export async function applyResult(
  transaction: Transaction,
  act: Act,
  origin: Omit<Whole, 'examType' | 'fillerNumber'>,
  result: MessageResult,
): Promise<Applied[]> {
  const { examType, whose, sample, observations, fillerNumbers: fillers } = result;
  const whole = { ...origin, examType, fillerNumber: fillers[0] ?? null };
  const { known, moved } = await lockSets(transaction, whole, fillers, result);
  if (result.rejection !== null) {
    return rejectResult(transaction, act, whole, known, result, result.rejection);
  }
  const documents = getStoredDocuments(whole, result);
  if (known !== undefined) {
    await attachDocuments(transaction, act, known.examId, documents);
    return changeSet(transaction, act, known, whole, result);
  }
  const waiting = await lockWaiting(transaction, whole, fillers, result);
  if (waiting !== undefined)
    return [await changeWaiting(transaction, waiting, whole, { ...result, documents })];
  const values = observations.flatMap((observation) => firstValue(observation) ?? []);
  if (observations.every(({ isRemark = false }) => isRemark)) {
    throw new MessageRefused('204', 'Trae datos de una muestra sin resultados recibidos.');
  }
  if (values.length === 0) return ['repeated'];
  const row = { ...whose, sample, values, documents };
  if (moved === undefined) return [await receiveSample(transaction, act, whole, row)];
  const hold = { reason: 'moved', setId: moved.id } as const;
  const kept = await receiveSample(transaction, act, whole, row, hold);
  if (kept === 'moved' && moved.status === 'validado') {
    await changeByLaboratory(transaction, act, moved, { written: [], reason: MOVED, from: 0 });
  }
  return [kept];
}

/** The documents of a study that could be stored. */
const getStoredDocuments = ({ documents }: Whole, { documents: named }: MessageResult) =>
  named.flatMap((sha256) => {
    const found = documents.get(sha256);
    return found === undefined || 'problem' in found ? [] : [found];
  });

/**
 * Value to store for a first observation; undefined if it changes nothing.
 * @throws MessageRefused for a change of a value that was never sent
 */
function firstValue({ name, value, status }: Observation): SentValue | undefined {
  const { fillerNumber = null } = value;
  if (status === 'cleared') return undefined;
  if (status === 'cancelled') return { ...value, ...textRow(name, NOT_OBTAINED) };
  if (status !== 'withdrawn' && status !== 'finished') return value;
  const verb = status === 'withdrawn' ? 'Retira' : 'Marca como definitivo';
  const number = fillerNumber === null ? '' : ` (OBR-3 ${fillerNumber})`;
  throw new MessageRefused('204', `${verb} un resultado que no se ha recibido: ${name}${number}.`);
}

/**
 * Applies a laboratory's rejection of a study: earlier values are withdrawn, and the order is reopened with the
 * reason. If the study has other values, the reason is shown among them.
 * @throws MessageRefused without an order or values that it rejects
 */
async function rejectResult(
  transaction: Transaction,
  act: Act,
  whole: Whole,
  known: ResultSetRow | undefined,
  result: MessageResult,
  reason: string,
): Promise<Applied[]> {
  const { examType, whose, fillerNumbers, observations, isCancelled } = result;
  const { laboratoryId, sentAt } = whole;
  const found = await findPatient(transaction, whole, whose);
  const patientId = known?.patientId ?? ('patientId' in found ? found.patientId : null);
  const orderId = 'patientId' in found ? found.orderId : undefined;
  const set = known ?? (orderId && (await lockAnswer(transaction, orderId, examType)));
  if (set) {
    const rows = await selectValues(transaction, [set.id]);
    const inForce = rowsInForce(rows);
    const isNamed = (row: CurrentValue['row']) =>
      isCancelled ||
      observations.some((observation) => findRow([row], observation, (found) => found));
    const gone = inForce.filter(
      (row) => fillerNumbers.includes(row.fillerNumber ?? set.fillerNumber ?? '') && isNamed(row),
    );
    if (known !== undefined && !isCancelled && gone.length < inForce.length) {
      return changeSet(transaction, act, known, whole, result);
    }
    const written = gone.map((row) => ({
      value: reportedValue(row),
      replaces: row,
      withdrawn: true as const,
    }));
    const isWhole = known !== undefined && gone.length === inForce.length;
    const note = { value: textRow(REJECTED, reason), replaces: null };
    const change = { written: [...written, ...(isWhole ? [] : [note])], from: rows.length, sentAt };
    await changeByLaboratory(transaction, act, set, { ...change, reason: REJECTED });
    if (!isWhole) return ['changed'];
    await unlinkOrder(transaction, set.examId);
  }
  const rejected =
    patientId !== null &&
    (await rejectStudy(transaction, act, { orderId, patientId, laboratoryId, examType, reason }));
  if (rejected || set) return ['rejected'];
  throw new MessageRefused(
    '204',
    `Rechaza un estudio sin orden abierta: ${examTypeLabel(examType)}. ${reason}`,
  );
}

const REJECTED = 'Rechazado por el laboratorio';

async function changeWaiting(
  transaction: Transaction,
  row: typeof receivedResults.$inferSelect,
  { sentAt }: Pick<Whole, 'sentAt'>,
  {
    sample,
    observations,
    documents = [],
  }: Pick<MessageResult, 'sample' | 'observations'> & {
    readonly documents?: readonly LaboratoryDocument[];
  },
): Promise<Applied> {
  const before = row.values as readonly SentValue[];
  const last = row.sentAt?.toISOString();
  const values = [...before];
  for (const observation of inTheirGroups(before, observations)) {
    const { value } = observation;
    const old = findRow(values, observation, (one) => one);
    const index = old === undefined ? -1 : values.indexOf(old);
    if (old === undefined) values.push(...[firstValue(observation) ?? []].flat());
    else if (!isOlder(value.sentAt, old.sentAt ?? last)) values[index] = amended(old, observation);
  }
  const { facts } = changedFacts({ ...row, enteredBy: null }, sample, sentAt);
  const isSame = JSON.stringify(before) === JSON.stringify(values);
  if (isSame && Object.keys(facts).length === 0) return 'repeated';
  const critical = await criticalAmong(transaction, { ...row, ...facts }, values);
  await transaction
    .update(receivedResults)
    .set({
      ...facts,
      values,
      critical,
      // Newer documents come first, because they replace the earlier ones.
      documents: [...(await Promise.all(documents.map(({ add }) => add()))), ...row.documents],
      sentAt,
      version: sql`${receivedResults.version} + 1`,
      updatedAt: sql`now()`,
    })
    .where(eq(receivedResults.id, row.id));
  return 'changed';
}

function amended(old: SentValue, observation: Observation): SentValue {
  const { name, value, status } = observation;
  // A fact of the sample replaces a cleared row with its own text.
  if (isLive(observation) || value.text !== null) return value;
  if (status === 'finished') return { ...old, ...toSentColumns(value), preliminary: false };
  return { ...value, ...textRow(name, status === 'cancelled' ? NOT_OBTAINED : WITHDRAWN) };
}

const toSentColumns = ({
  fillerNumber = null,
  sentAt = null,
  laboratoryCode = null,
}: SentValue) => ({
  fillerNumber,
  sentAt,
  laboratoryCode,
});

async function changeSet(
  transaction: Transaction,
  act: Act,
  set: ResultSetRow,
  origin: Whole,
  { whose, sample, observations }: MessageResult,
): Promise<Applied[]> {
  const rows = await selectValues(transaction, [set.id]);
  const latest = latestValues(rows);
  const inForce = latest.map(({ row }) => row);
  const changes = inTheirGroups(inForce, observations).map((observation) => {
    const old = findRow(latest, observation, ({ row }) => row);
    return old === undefined ? added(observation) : toChange(set, old, observation);
  });
  const written = changes.flatMap((change) =>
    change.written === undefined ? [] : [change.written],
  );
  const disputed = changes.flatMap(({ disputed: value }) => (value === undefined ? [] : [value]));
  const applied: Applied[] = [];
  const { facts, kept } = changedFacts(set, sample, origin.sentAt);
  if (kept !== '') written.push({ value: textRow(KEPT_FACTS, kept), replaces: null });
  if (written.length > 0 || Object.keys(facts).length > 0) {
    const change = { written, facts, reason: REASON, from: rows.length, sentAt: origin.sentAt };
    await changeByLaboratory(transaction, act, set, change);
    applied.push('changed');
  }
  if (disputed.length > 0) {
    applied.push(
      await dispute(transaction, act, set, origin, { ...whose, sample, values: disputed }),
    );
  }
  if (applied.length > 0) return applied;
  return changes.some(({ older }) => older) ? ['older'] : ['repeated'];
}

/** Effect of one observation. */
interface Change {
  readonly written?: WrittenValue | undefined;
  /** A value that differs from a user's correction, or an implausible value. */
  readonly disputed?: SentValue;
  readonly older?: true;
}

/** An implausible value is written only after a user confirms it. */
const writing = (value: SentValue, replaces: WrittenValue['replaces']): Change =>
  implausible(value) === null ? { written: { value, replaces } } : { disputed: value };

function added(observation: Observation): Change {
  const value = firstValue(observation);
  return value === undefined ? {} : writing(value, null);
}

function toChange(
  set: ResultSetRow,
  { row, earlier }: CurrentValue,
  observation: Observation,
): Change {
  const { value, status } = observation;
  // A value that a user wrote does not count as the laboratory's last one.
  const sent = [row, ...earlier].find(({ enteredBy }) => enteredBy === null);
  if (isOlder(value.sentAt, (sent?.sentAt ?? set.sentAt)?.toISOString())) return { older: true };
  const { preliminary = false } = value;
  if (status === 'finished') {
    if (row.withdrawn || !row.preliminary) return {};
    const { laboratoryFlag } = row;
    return {
      written: {
        value: { ...reportedValue(row), ...toSentColumns(value), laboratoryFlag },
        replaces: row,
      },
    };
  }
  if (!isLive(observation)) {
    if (row.withdrawn) return {};
    // The row is shown as withdrawn, with its earlier content.
    return {
      written: {
        value: { ...reportedValue(row), ...toSentColumns(value) },
        replaces: row,
        withdrawn: true,
      },
    };
  }
  if (
    sent !== undefined &&
    isSameValue(sameAnalyte(sent, value), value) &&
    sent.preliminary === preliminary
  ) {
    // A withdrawn value that the laboratory sends again is stored again; a value that a user changed stays.
    const isFlagChanged = sent.laboratoryFlag !== (value.laboratoryFlag ?? null);
    if (row !== sent || !(row.withdrawn || isFlagChanged)) return {};
  }
  if (row.enteredBy === null) return writing(value, row);
  return !row.withdrawn && isSameValue(reportedValue(row), value) ? {} : { disputed: value };
}

/** The row of an observation; content that does not match its analyte is stored under its name. */
function findRow<Found>(
  rows: readonly Found[],
  { name, analyte, value }: Observation,
  getRow: (found: Found) => Pick<SentValue, 'analyte' | 'name'>,
): Found | undefined {
  const isNamed = { analyte: null, name };
  const isMeant = analyte == null ? isNamed : { analyte, name: null };
  return [value, isNamed, isMeant]
    .map((wanted) => rows.find((found) => isSameRow(getRow(found), wanted)))
    .find((found) => found !== undefined);
}

/** A later message may bring one observation of a group, without those that showed that its sub-id is one. */
const inTheirGroups = (
  rows: readonly Pick<SentValue, 'analyte' | 'name'>[],
  observations: readonly Observation[],
): Observation[] =>
  observations.map((observation) => {
    const name = `${observation.name} (${observation.subId})`;
    const row = rows.find((one) => one.name === name);
    if (row === undefined) return observation;
    const value = { ...observation.value, name, analyte: row.analyte };
    return { ...observation, name, analyte: null, value };
  });

/** Stores values that need a user's decision beside the current values of the set. */
async function dispute(
  transaction: Transaction,
  act: Act,
  set: ResultSetRow,
  origin: Whole,
  row: Parameters<typeof receiveSample>[3],
): Promise<Applied> {
  const [waiting] = await transaction
    .select()
    .from(receivedResults)
    .where(
      and(
        eq(receivedResults.setId, set.id),
        eq(receivedResults.state, 'waiting'),
        inArray(receivedResults.reason, ['corrected-here', 'implausible']),
      ),
    )
    .for('update');
  if (waiting !== undefined) {
    const observations = row.values.map((value) => ({ name: '', value, status: 'final' }) as const);
    return changeWaiting(transaction, waiting, origin, { ...row, observations });
  }
  const isImplausible = row.values.some((value) => implausible(value) !== null);
  const reason = isImplausible ? 'implausible' : 'corrected-here';
  return receiveSample(transaction, act, origin, row, { reason, setId: set.id });
}
