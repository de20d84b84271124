import { dayIn } from '@simiente/contract/common/days';
import type { WaitingReason } from '@simiente/contract/results/received-calls';
import { and, eq, sql } from 'drizzle-orm';
import type { Act } from '../../../platform/act.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { exams } from '../../../schema/exams.ts';
import { patients } from '../../../schema/patients.ts';
import { receivedResults, resultCorrections, resultSets } from '../../../schema/results.ts';
import { saveSet } from '../entering/lock-set.ts';
import {
  type DeliveredValue,
  isSameRow,
  isSameValue,
  type WrittenValue,
  writeValues,
} from '../entering/write-values.ts';
import { deliverRow, findPatient, type Origin } from '../import/deliver-row.ts';
import { type CurrentValue, currentValues, saidOf } from '../reading/present.ts';
import { selectValues, setNotDeleted } from '../reading/read-rows.ts';
import type { MessageResult } from './read-message.ts';
import type { Observation } from './read-observation.ts';

/** What became of the results of one study. */
export type Applied = 'entered' | 'changed' | 'repeated' | 'older' | WaitingReason;

/** The reason of a correction that a laboratory sent, beside the earlier value. */
const REASON = 'El laboratorio envió otro valor.';

/**
 * Applies the results of one study in a message: new ones as every delivery of a laboratory, those of a number that
 * the laboratory sent before as a change of them. What was there before stays readable.
 */
export async function applyResult(
  transaction: Transaction,
  act: Act,
  origin: Omit<Origin, 'examType' | 'fillerNumber'> & { readonly sentAt: Date | null },
  result: MessageResult,
): Promise<Applied> {
  const { examType, fillerNumber, whose, sample, observations } = result;
  const whole = { ...origin, examType, fillerNumber };
  const waiting = await lockWaiting(transaction, whole, result);
  if (waiting !== undefined) return changeWaiting(transaction, waiting, whole, observations);
  const known = await lockKnown(transaction, whole, result);
  if (known !== undefined) return changeSet(transaction, act, known, whole, observations);
  const values = observations.filter(isLive).map(deliveredOf);
  // What is withdrawn, and never came.
  if (values.length === 0) return 'repeated';
  return deliverRow(transaction, act, whole, { ...whose, sample, values });
}

const isLive = ({ status }: Observation) => status !== 'withdrawn';

const deliveredOf = ({ value, status }: Observation): DeliveredValue =>
  status === 'preliminary' ? { ...value, preliminary: true } : value;

type Whole = Origin & {
  readonly fillerNumber: string | null;
  readonly sentAt: Date | null;
};

/** What it said before and waits for a patient: of the same number and the same person. */
async function lockWaiting(
  transaction: Transaction,
  { laboratoryId, examType, fillerNumber }: Whole,
  { whose }: MessageResult,
) {
  if (fillerNumber === null) return undefined;
  const [row] = await transaction
    .select()
    .from(receivedResults)
    .where(
      and(
        eq(receivedResults.laboratoryId, laboratoryId),
        eq(receivedResults.fillerNumber, fillerNumber),
        eq(receivedResults.examType, examType),
        eq(receivedResults.state, 'waiting'),
        ofSamePerson(whose),
      ),
    )
    .for('update');
  return row;
}

const ofSamePerson = ({ patientText, nameText, birthDateText }: MessageResult['whose']) =>
  and(
    sql`${receivedResults.patientText} is not distinct from ${patientText}::text`,
    sql`${receivedResults.nameText} is not distinct from ${nameText}::text`,
    sql`${receivedResults.birthDateText} is not distinct from ${birthDateText}::text`,
  );

/**
 * The set that the laboratory sent before: of the same number, or without one of the same moment, and of the same
 * patient and day in either case, since laboratories use numbers again.
 */
async function lockKnown(
  transaction: Transaction,
  origin: Whole,
  { whose, sample }: MessageResult,
) {
  const { laboratoryId, examType, fillerNumber, timeZone } = origin;
  const { collectedAt } = sample;
  const isIt =
    fillerNumber === null
      ? collectedAt && eq(resultSets.collectedAt, collectedAt)
      : eq(resultSets.fillerNumber, fillerNumber);
  if (!isIt) return undefined;
  const found = await findPatient(transaction, origin, whose);
  const assigned = sql`exists (select from ${receivedResults}
    where ${receivedResults.setId} = ${resultSets.id} and ${ofSamePerson(whose)})`;
  const rows = await transaction
    .select({ set: resultSets })
    .from(resultSets)
    .innerJoin(exams, eq(exams.id, resultSets.examId))
    .innerJoin(patients, eq(patients.id, resultSets.patientId))
    .where(
      and(
        isIt,
        eq(resultSets.laboratoryId, laboratoryId),
        eq(resultSets.source, 'hl7'),
        eq(exams.type, examType),
        'patientId' in found ? eq(resultSets.patientId, found.patientId) : assigned,
        setNotDeleted,
      ),
    )
    .for('update', { of: resultSets });
  const day = (at: Date) => dayIn(timeZone, at);
  const ofSameDay = rows.filter(
    ({ set }) => !collectedAt || !set.collectedAt || day(collectedAt) === day(set.collectedAt),
  );
  const [only, other] = ofSameDay;
  return other === undefined ? only?.set : undefined;
}

const isOlder = (sent: Date | null, last: Date | null) =>
  sent !== null && last !== null && sent < last;

async function changeWaiting(
  transaction: Transaction,
  row: typeof receivedResults.$inferSelect,
  { sentAt }: Whole,
  observations: readonly Observation[],
): Promise<Applied> {
  if (isOlder(sentAt, row.sentAt)) return 'older';
  const before = row.values as readonly DeliveredValue[];
  const others = before.filter(
    (value) => !observations.some((observation) => isSameRow(observation.value, value)),
  );
  const values = [...others, ...observations.filter(isLive).map(deliveredOf)];
  if (JSON.stringify(before) === JSON.stringify(values)) return 'repeated';
  await transaction
    .update(receivedResults)
    .set({
      values,
      sentAt,
      version: sql`${receivedResults.version} + 1`,
      updatedAt: sql`now()`,
    })
    .where(eq(receivedResults.id, row.id));
  return 'changed';
}

async function changeSet(
  transaction: Transaction,
  act: Act,
  set: typeof resultSets.$inferSelect,
  { sentAt, examType }: Whole,
  observations: readonly Observation[],
): Promise<Applied> {
  if (isOlder(sentAt, set.sentAt)) return 'older';
  const rows = await selectValues(transaction, [set.id]);
  const current = currentValues(rows, examType);
  const written = observations.flatMap((observation): WrittenValue[] => {
    const { value } = observation;
    const preliminary = observation.status === 'preliminary';
    const old = rowFor(current, observation);
    if (!isLive(observation)) {
      // The row is shown as withdrawn, with what it said.
      return old === undefined || old.withdrawn
        ? []
        : [{ value: saidOf(old), replaces: old, withdrawn: true }];
    }
    const isSame =
      old !== undefined &&
      !old.withdrawn &&
      old.preliminary === preliminary &&
      isSameValue(saidOf(old), value);
    return isSame ? [] : [{ value, replaces: old ?? null, preliminary }];
  });
  if (written.length === 0) return 'repeated';
  const wasSettled = set.status !== 'capturado';
  // A preliminary value that becomes final, or one that is added, corrects nothing.
  const corrects = written.some(({ replaces }) => replaces !== null && !replaces.preliminary);
  const correctionId = wasSettled || corrects ? await addCorrection(transaction, set) : undefined;
  await writeValues(
    transaction,
    { setId: set.id, enteredBy: null, from: rows.length, ...(correctionId && { correctionId }) },
    written,
  );
  const unvalidated = { status: 'corregido', validatedAt: null, validatedBy: null } as const;
  const columns = { ...(wasSettled && unvalidated), sentAt };
  await saveSet(transaction, act, set, columns, {
    action: 'result.corrected',
    details: { source: 'hl7', values: written.length },
  });
  return 'changed';
}

/** The row of an observation; one whose value did not fit its analyte before was kept under its name. */
function rowFor(current: readonly CurrentValue[], { name, value }: Observation) {
  const rows = current.map(({ row }) => row);
  return (
    rows.find((row) => isSameRow(row, value)) ??
    rows.find((row) => row.analyte === null && row.name === name)
  );
}

async function addCorrection(
  transaction: Transaction,
  { id: setId, validatedAt, validatedBy }: typeof resultSets.$inferSelect,
): Promise<number> {
  const [correction] = await transaction
    .insert(resultCorrections)
    .values({ setId, by: null, reason: REASON, factsBefore: null, validatedAt, validatedBy })
    .returning({ id: resultCorrections.id });
  if (correction === undefined) throw new Error('An insert returns its row');
  return correction.id;
}
