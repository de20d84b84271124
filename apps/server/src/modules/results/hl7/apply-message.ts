import { examTypeLabel } from '@simiente/contract/exams/catalogue';
import { findImplausibility } from '@simiente/contract/results/plausibility';
import { pickReportedFields } from '@simiente/contract/results/values';
import { eq, inArray } from 'drizzle-orm';
import type { Act } from '../../../platform/act.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { nextVersion } from '../../../platform/database/records.ts';
import { receivedResults, resultDeliveries, resultValues } from '../../../schema/results.ts';
import { rejectStudy, unlinkOrder } from '../../exam-orders/public.ts';
import { attachDocuments, type LaboratoryDocument } from '../../exams/public.ts';
import type { ReceivedRow } from '../entering/assign-results.ts';
import {
  changeByLaboratory,
  describeCritical,
  laterOf,
  type ResultSetRow,
} from '../entering/change-set.ts';
import { pickSample } from '../entering/sample.ts';
import {
  isSameAmount,
  type SentValue,
  toWithdrawn,
  type WrittenValue,
} from '../entering/write-values.ts';
import type { ResultOutcome } from '../import/outcome.ts';
import { findPatient, receiveSample } from '../import/receive-sample.ts';
import type { Origin } from '../import/same-sample.ts';
import { latestValues, rowsInForce, type ValueHistory } from '../reading/present.ts';
import { selectValues } from '../reading/read-rows.ts';
import { MessageError } from './decode.ts';
import type { Documents } from './documents.ts';
import { isSameMinute, lockAnswer, lockDisputes, lockSets, lockWaiting } from './find-sent.ts';
import { withLaterAnalyte } from './laboratory-codes.ts';
import {
  addedValue,
  amendValue,
  firstValue,
  isSuperseded,
  noteOlder,
  pickSentColumns,
  rejectEmpty,
  rejectOldWithdrawal,
} from './later-values.ts';
import { findRow, withGroupNames } from './match-rows.ts';
import type { MessageResult } from './read-message.ts';
import { isLive, type Observation, textRow } from './read-observation.ts';
import { changedFacts, isOlder, LABORATORY_FACTS } from './sample-facts.ts';
import { isIdentified, receiveAgain, settleDisputes, settleWaiting } from './settle-waiting.ts';

/** Reasons for corrections, shown beside the earlier values. */
const CHANGED = 'El laboratorio envió otro valor.';
const REJECTED = 'Rechazado por el laboratorio';

type StudyOrigin = Origin & {
  /** Time of the report (OBR-22), otherwise of the message. It orders the facts of a sample. */
  readonly sentAt: Date | null;
  /** MSH-7. */
  readonly messageAt: Date | null;
  readonly documents: Documents;
};

/**
 * Applies the results of one study in a message. Results that the laboratory sent before are changed, and their
 * earlier values stay readable. Others are received like a row of a file.
 * @throws MessageError for a change of a value that was never received
 */
export async function applyResult(
  transaction: Transaction,
  act: Act,
  message: Omit<StudyOrigin, 'examType' | 'fillerNumber' | 'messageAt'>,
  result: MessageResult,
): Promise<ResultOutcome[]> {
  const { examType, fillerNumbers, observations } = result;
  const reports = observations.flatMap(({ value }) => value.sentAt ?? []).toSorted();
  const origin = {
    ...message,
    examType,
    fillerNumber: fillerNumbers[0] ?? null,
    sentAt: reports.length > 0 ? new Date(reports.at(-1) ?? '') : message.sentAt,
    messageAt: message.sentAt,
  };
  const outcomes = await applyStudy(transaction, act, origin, result);
  if (outcomes.some((one) => one === 'entered' || one === 'changed')) {
    await settleWaiting(transaction, act, origin, result);
  }
  return outcomes;
}

async function applyStudy(
  transaction: Transaction,
  act: Act,
  origin: StudyOrigin,
  result: MessageResult,
): Promise<ResultOutcome[]> {
  const { identity, sample, observations, fillerNumbers: fillers } = result;
  const { sentSet, hold } = await lockSets(transaction, origin, fillers, result);
  if (result.rejection !== null) {
    return rejectResult(transaction, act, origin, sentSet, result, result.rejection);
  }
  const documents = getStoredDocuments(origin, result);
  const isSent = sentSet !== undefined && isSameMinute(sentSet, sample);
  const waiting = isSent ? undefined : await lockWaiting(transaction, origin, result);
  const isHeld = waiting?.reason === 'same-sample' && isSameMinute(waiting, sample);
  if (sentSet !== undefined && !isHeld) {
    await attachDocuments(transaction, act, sentSet.examId, documents);
    return changeSet(transaction, act, sentSet, origin, result);
  }
  const isResolved = waiting && (await isIdentified(transaction, origin, waiting, identity));
  if (waiting !== undefined && !isResolved) {
    const { examType } = result.isStudyNamed ? result : waiting;
    const change = { ...result, documents, examType };
    return [await changeWaiting(transaction, waiting, origin, change)];
  }
  if (waiting !== undefined) {
    const { values, facts } = amendWaiting(waiting, origin, result);
    const row = { ...identity, sample: { ...pickSample(waiting), ...facts }, values, documents };
    return [await receiveAgain(transaction, act, origin, { waiting, row, result })];
  }
  const values = observations.flatMap((observation) => firstValue(observation) ?? []);
  if (observations.every(({ isRemark = false }) => isRemark)) {
    throw new MessageError('204', 'Trae datos de una muestra sin resultados recibidos.');
  }
  if (values.length === 0) return ['repeated'];
  const row = { ...identity, sample, values, documents };
  return [await receiveSample(transaction, act, origin, row, hold)];
}

const getStoredDocuments = ({ documents }: StudyOrigin, result: MessageResult) =>
  result.documents.flatMap((sha256) => {
    const document = documents.get(sha256);
    return document === undefined || 'problem' in document ? [] : [document];
  });

/**
 * Applies a laboratory's rejection of a study: earlier values are withdrawn, and the order is reopened with the
 * reason. If the study has other values, the reason is shown among them.
 * @throws MessageError if neither an order nor values of the study exist
 */
async function rejectResult(
  transaction: Transaction,
  act: Act,
  origin: StudyOrigin,
  sentSet: ResultSetRow | undefined,
  result: MessageResult,
  reason: string,
): Promise<ResultOutcome[]> {
  const { examType, identity, fillerNumbers, observations, isCancelled } = result;
  const { laboratoryId, sentAt, simulated } = origin;
  const found = await findPatient(transaction, origin, identity);
  const patientId = sentSet?.patientId ?? ('patientId' in found ? found.patientId : null);
  const orderId = 'patientId' in found ? found.orderId : undefined;
  const set = sentSet ?? (orderId && (await lockAnswer(transaction, orderId, examType)));
  if (set) {
    const inForce = rowsInForce(await selectValues(transaction, [set.id]));
    const isNamed = (row: ValueHistory['row']) =>
      isCancelled || observations.some((observation) => findRow([row], observation, (one) => one));
    const rejectedRows = inForce.filter(
      (row) => fillerNumbers.includes(row.fillerNumber ?? set.fillerNumber ?? '') && isNamed(row),
    );
    if (sentSet !== undefined && !isCancelled && rejectedRows.length < inForce.length) {
      return changeSet(transaction, act, sentSet, origin, result);
    }
    const isCompletelyRejected = sentSet !== undefined && rejectedRows.length === inForce.length;
    const note = { value: textRow(REJECTED, reason), replaces: null };
    await changeByLaboratory(transaction, act, set, {
      written: [...rejectedRows.map(toWithdrawn), ...(isCompletelyRejected ? [] : [note])],
      sentAt,
      reason: REJECTED,
      simulated,
    });
    if (!isCompletelyRejected) return ['changed'];
    if (!simulated) await unlinkOrder(transaction, set.examId);
  }
  const rejected =
    patientId !== null &&
    (await rejectStudy(
      transaction,
      act,
      { orderId, patientId, laboratoryId, examType, reason },
      { dryRun: simulated !== undefined },
    ));
  if (rejected || set) return ['changed'];
  throw new MessageError(
    '204',
    `Rechaza un estudio sin orden abierta: ${examTypeLabel(examType)}. ${reason}`,
  );
}

interface SampleChange
  extends Pick<MessageResult, 'sample' | 'observations'>,
    Partial<Pick<MessageResult, 'isCorrected' | 'examType'>> {
  readonly documents?: readonly LaboratoryDocument[];
}

async function changeWaiting(
  transaction: Transaction,
  row: ReceivedRow,
  { sentAt, messageAt }: Pick<StudyOrigin, 'sentAt' | 'messageAt'>,
  { documents = [], examType = row.examType, ...change }: SampleChange,
): Promise<ResultOutcome> {
  const { values, facts } = amendWaiting(row, { sentAt, messageAt }, change);
  const isSame = JSON.stringify(row.values) === JSON.stringify(values);
  const isRenamed = examType !== row.examType;
  if (isSame && !isRenamed && Object.keys(facts).length === 0) return 'repeated';
  const critical = await describeCritical(transaction, { ...row, ...facts }, values);
  await transaction
    .update(receivedResults)
    .set({
      ...facts,
      examType,
      values,
      critical,
      // Newer documents come first, because they replace the earlier ones.
      documents: [...(await Promise.all(documents.map(({ add }) => add()))), ...row.documents],
      sentAt: laterOf(receivedResults.sentAt, sentAt),
      ...nextVersion(receivedResults),
    })
    .where(eq(receivedResults.id, row.id));
  return 'changed';
}

/** The values of a waiting sample after a later message, and its changed facts. */
function amendWaiting(
  row: ReceivedRow,
  { sentAt, messageAt }: Pick<StudyOrigin, 'sentAt' | 'messageAt'>,
  { sample, ...report }: Omit<SampleChange, 'documents'>,
) {
  const before = row.values as readonly SentValue[];
  const values = [...before];
  const isOldMessage = isOlder(messageAt?.toISOString(), row.sentAt?.toISOString());
  for (const observation of withGroupNames(before, report)) {
    const old = findRow(values, observation, (one) => one);
    if (old === undefined) {
      const first = addedValue(observation);
      if (first !== undefined) values.push(first);
    } else if (!isSuperseded(observation, { sentAt: row.sentAt?.toISOString(), ...old })) {
      values[values.indexOf(old)] = amendValue(old, observation);
    } else if (!isOldMessage) values[values.indexOf(old)] = noteOlder(old, observation);
  }
  const { facts } = changedFacts({ ...row, enteredBy: null }, sample, sentAt);
  return { values, facts };
}

async function changeSet(
  transaction: Transaction,
  act: Act,
  set: ResultSetRow,
  origin: StudyOrigin,
  { identity, sample, ...report }: MessageResult,
): Promise<ResultOutcome[]> {
  const latest = latestValues(await selectValues(transaction, [set.id]));
  // A value of a user has the number of the laboratory's value that it replaced.
  const inForce = latest.map(({ row, earlier }) => {
    const numbered = [row, ...earlier].find(({ fillerNumber }) => fillerNumber !== null);
    return { ...row, fillerNumber: numbered?.fillerNumber ?? null };
  });
  const changes = withGroupNames(inForce, report).map((observation) => {
    const old = findRow(latest, observation, ({ row }) => row);
    if (old !== undefined) return toChange(set, old, observation, origin.messageAt);
    const value = addedValue(observation);
    return value === undefined ? {} : toWriting(value, null);
  });
  const written = changes.flatMap((change) => change.written ?? []);
  const disputed = changes.flatMap((change) => change.disputed ?? []);
  const confirmed = changes.flatMap((change) => change.confirmed ?? []);
  await transaction
    .update(resultValues)
    .set({ corrected: true })
    .where(inArray(resultValues.id, confirmed));
  const outcomes: ResultOutcome[] = [];
  const current = { ...set, ...origin.simulated?.get(set.id) };
  const { facts, otherFacts } = changedFacts(current, sample, origin.sentAt);
  if (otherFacts !== '') {
    written.push({ value: textRow(LABORATORY_FACTS, otherFacts), replaces: null });
  }
  if (written.length > 0 || Object.keys(facts).length > 0) {
    await changeByLaboratory(transaction, act, set, {
      written,
      facts,
      reason: CHANGED,
      sentAt: origin.sentAt,
      simulated: origin.simulated,
    });
    await settleDisputes(transaction, act, set.id, written);
    outcomes.push('changed');
  }
  if (disputed.length > 0) {
    const row = { ...identity, sample, values: disputed };
    outcomes.push(await dispute(transaction, act, set, origin, row));
  }
  return outcomes.length > 0 ? outcomes : ['repeated'];
}

interface Change {
  readonly written?: WrittenValue | undefined;
  /** A value that differs from a user's correction, or an implausible value. */
  readonly disputed?: SentValue;
  /** The id of a value that the laboratory sent again as a correction, often beside one that changed. */
  readonly confirmed?: string;
}

/** An implausible value is written only after a user confirms it. */
const toWriting = (value: SentValue, replaces: WrittenValue['replaces']): Change =>
  findImplausibility(value) === null ? { written: { value, replaces } } : { disputed: value };

function toChange(
  set: ResultSetRow,
  { row, earlier }: ValueHistory,
  observation: Observation,
  messageAt: Date | null,
): Change {
  const { value, status } = observation;
  rejectEmpty(observation);
  // The laboratory's last value; a user may have replaced it.
  const sent = [row, ...earlier].find(({ enteredBy }) => enteredBy === null);
  const isOldReport = isSuperseded(observation, {
    sentAt: (sent?.sentAt ?? set.sentAt)?.toISOString(),
    corrected: sent?.corrected === true && !row.withdrawn,
    preliminary: sent === undefined || sent.preliminary || row.withdrawn,
  });
  const isOldMessage = isOlder(messageAt?.toISOString(), set.sentAt?.toISOString());
  if (isOldReport && (isOldMessage || !isLive(observation))) {
    if (!isOldMessage && !row.withdrawn) rejectOldWithdrawal(observation);
    return {};
  }
  const sameContent = { ...pickReportedFields(row), ...pickSentColumns(value) };
  if (status === 'finished') {
    if (row.withdrawn || !row.preliminary) return {};
    const { laboratoryFlag, corrected } = row;
    return { written: { value: { ...sameContent, laboratoryFlag, corrected }, replaces: row } };
  }
  if (!isLive(observation)) {
    return row.withdrawn ? {} : { written: { value: sameContent, replaces: row, withdrawn: true } };
  }
  const isRepeated =
    sent !== undefined &&
    isSameAmount(withLaterAnalyte(sent, value), value) &&
    sent.preliminary === (value.preliminary ?? false);
  if (isRepeated) {
    // A user's value stays. A withdrawn value, or one with another flag, is stored again. A missing flag changes none.
    const isFlagChanged = ![undefined, null, sent.laboratoryFlag].includes(value.laboratoryFlag);
    if (row !== sent || !(row.withdrawn || isFlagChanged)) {
      return value.corrected ? { confirmed: sent.id } : {};
    }
  }
  // An old report in a later message repeats a value that the laboratory corrected since.
  const isReturn =
    status === 'final' &&
    earlier.some((one) => !one.preliminary && isSameAmount(withLaterAnalyte(one, value), value));
  const isSame = !row.withdrawn && isSameAmount(row, value);
  if (row.enteredBy === null && (isSame || !(isOldReport || isReturn))) {
    const corrected = value.corrected === true || (isSame && row.corrected);
    return toWriting({ ...value, corrected }, row);
  }
  return isSame ? {} : { disputed: value };
}

/** Stores values that need a user's decision beside the current values of the set. */
async function dispute(
  transaction: Transaction,
  act: Act,
  set: ResultSetRow,
  origin: StudyOrigin,
  row: Parameters<typeof receiveSample>[3],
): Promise<ResultOutcome> {
  const [waiting] = await lockDisputes(transaction, set.id);
  if (waiting !== undefined) {
    const observations = row.values.map((value) => {
      return { name: '', value, status: 'final', isDated: value.corrected ?? false } as const;
    });
    return changeWaiting(transaction, waiting, origin, { ...row, observations });
  }
  // A value that the set had before waits too, unless it waited before.
  await transaction.delete(resultDeliveries).where(eq(resultDeliveries.setId, set.id));
  const isImplausible = row.values.some((value) => findImplausibility(value) !== null);
  const reason = isImplausible ? 'implausible' : 'corrected-here';
  return receiveSample(transaction, act, origin, row, { reason, setId: set.id });
}
