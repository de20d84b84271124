import { dayIn } from '@simiente/contract/common/days';
import type { ReadValue } from '@simiente/contract/results/fields';
import { and, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '../../../platform/database/database.ts';
import { examOrderStudies } from '../../../schema/exam-orders.ts';
import { exams } from '../../../schema/exams.ts';
import { patients } from '../../../schema/patients.ts';
import { receivedResults, resultSets, resultValues } from '../../../schema/results.ts';
import type { ReceivedRow } from '../entering/assign-results.ts';
import type { ResultSetRow } from '../entering/change-set.ts';
import { isSameAmount, isSameRow, type SentValue } from '../entering/write-values.ts';
import { findPatient } from '../import/receive-sample.ts';
import { type Hold, isOtherPerson, type Origin } from '../import/same-sample.ts';
import { selectSets, selectValues, setNotDeleted } from '../reading/read-rows.ts';
import { findRow } from './match-rows.ts';
import type { MessageResult } from './read-message.ts';
import { isLive } from './read-observation.ts';

const MINUTE = 60_000;
/** States of observations that refer to an earlier message. */
const CHANGE_STATES: ReadonlySet<string> = new Set(['corrected', 'withdrawn', 'finished']);

/** Locks the results that answer a study of an order. */
export async function lockAnswer(transaction: Transaction, orderId: string, examType: string) {
  const answer = transaction
    .select({ id: examOrderStudies.examId })
    .from(examOrderStudies)
    .where(and(eq(examOrderStudies.orderId, orderId), eq(examOrderStudies.examType, examType)));
  const [set] = await selectSets(transaction, inArray(resultSets.examId, answer)).for('update', {
    of: resultSets,
  });
  return set;
}

/** Locks values of a set that wait for a user's decision. */
export const lockDisputes = (transaction: Transaction, setId: string) =>
  transaction
    .select()
    .from(receivedResults)
    .where(
      and(
        eq(receivedResults.setId, setId),
        eq(receivedResults.state, 'waiting'),
        inArray(receivedResults.reason, ['corrected-here', 'implausible']),
      ),
    )
    .for('update');

/** Condition for sets with one of the filler numbers. Older rows have the number only in the set, not in its values. */
function hasFillers(fillers: readonly string[]) {
  return sql`${resultSets.id} in (
    select ${resultValues.setId} from ${resultValues} where ${inArray(resultValues.fillerNumber, [...fillers])}
    union all select numbered.id from ${resultSets} numbered where numbered.filler_number in ${[...fillers]})`;
}

const isSamePerson = ({ patientText, nameText, birthDateText }: MessageResult['identity']) =>
  and(
    sql`${receivedResults.patientText} is not distinct from ${patientText}::text`,
    sql`${receivedResults.nameText} is not distinct from ${nameText}::text`,
    sql`${receivedResults.birthDateText} is not distinct from ${birthDateText}::text`,
  );

/**
 * Finds and locks the set that the laboratory sent before (`sentSet`): with the same number, or at the same time if
 * the message has no number. Patient and day must match too, because laboratories reuse numbers. Otherwise the result
 * waits (`hold`) if it may change another study of the sample, one of several samples, or another patient's sample with
 * the same number and time: the name sent with it may have been wrong.
 */
export async function lockSets(
  transaction: Transaction,
  origin: Origin,
  fillers: readonly string[],
  result: MessageResult,
): Promise<{
  readonly sentSet?: ResultSetRow | undefined;
  readonly hold?: Hold;
}> {
  const { laboratoryId, examType, timeZone } = origin;
  const { identity, sample, isStudyNamed } = result;
  const { collectedAt } = sample;
  // A change without a filler number and a day may refer to any earlier sample.
  if (fillers.length === 0 && !collectedAt) {
    return changesEarlier(result) ? { hold: { reason: 'maybe-repeated' } } : {};
  }
  // A correction may change the study and the day too.
  const isChange = fillers.length > 0 && changesEarlier(result);
  const found = await findPatient(transaction, origin, identity);
  const numbered = await transaction
    .select({
      set: resultSets,
      type: exams.type,
      assigned: sql<boolean>`exists (select from ${receivedResults}
        where ${receivedResults.setId} = ${resultSets.id} and ${receivedResults.state} = 'assigned'
          and ${isSamePerson(identity)})`,
      agrees: sql<boolean>`not ${isOtherPerson(identity)}`,
    })
    .from(resultSets)
    .innerJoin(exams, eq(exams.id, resultSets.examId))
    .innerJoin(patients, eq(patients.id, resultSets.patientId))
    .where(
      and(
        fillers.length === 0
          ? eq(resultSets.collectedAt, collectedAt ?? new Date(0))
          : hasFillers(fillers),
        eq(resultSets.laboratoryId, laboratoryId),
        eq(resultSets.source, 'hl7'),
        (isStudyNamed && !isChange) || fillers.length === 0 ? eq(exams.type, examType) : undefined,
        ne(resultSets.status, 'retirado'),
        setNotDeleted,
      ),
    )
    .for('update', { of: resultSets });
  const others = numbered
    .filter(({ type }) => isStudyNamed && type !== examType)
    .map(({ set }) => set.id);
  const sent = others.length === 0 ? [] : await selectValues(transaction, others);
  const isOtherStudy = ({ id }: ResultSetRow) =>
    others.includes(id) && !sent.some((row) => row.setId === id && sharesRow([row], result));
  const rows = numbered.filter(
    ({ set }) => !isOtherSample(origin, sample, set) && !isOtherStudy(set),
  );
  const hasOnlyName = identity.patientText === null && identity.nameText !== null;
  const isPatient = ({ set, assigned, agrees }: (typeof rows)[number]) =>
    'patientId' in found ? set.patientId === found.patientId : assigned || (hasOnlyName && agrees);
  const ofType = rows.filter(({ type }) => type === examType);
  const candidates = isStudyNamed && ofType.some(isPatient) ? ofType : rows;
  const sameDay = candidates.filter(({ set }) => isSameDay(timeZone, set, sample));
  const isOtherDay = isChange && sameDay.length === 0;
  const patientSets = (isOtherDay ? candidates : sameDay).filter(isPatient);
  const typeSets = patientSets.filter(({ type }) => type === examType);
  const same = typeSets.length > 0 || isStudyNamed ? typeSets : patientSets;
  const isSameMoment = ({ set }: (typeof rows)[number]) => mayBeSameMinute(sample, set);
  const only = findOnly(same, isSameMoment);
  if (only !== undefined) {
    const isCertain =
      changesEarlier(result) ||
      isSameMoment(only) ||
      !hasOtherValues(await selectValues(transaction, [only.set.id]), result);
    const hold = { reason: 'same-sample', setId: only.set.id } as const;
    return isCertain ? { sentSet: only.set } : { hold };
  }
  const [first, other] = isOtherDay ? same : patientSets;
  if (first !== undefined && isChange) {
    const setId = other === undefined ? { setId: first.set.id } : {};
    return { hold: { reason: 'unclear-correction', ...setId } };
  }
  if (first !== undefined && !collectedAt) return { hold: { reason: 'maybe-repeated' } };
  const moved = sameDay.find((one) => isSameMoment(one) && !isPatient(one));
  return moved && fillers.length > 0 ? { hold: { reason: 'moved', setId: moved.set.id } } : {};
}

/** Whether a result has one of these rows. Otherwise it is of another study, because studies of an order share a number. */
export const sharesRow = (
  rows: readonly Pick<SentValue, 'analyte' | 'name'>[],
  { observations }: MessageResult,
) => observations.some((one) => !one.isRemark && findRow(rows, one, (row) => row) !== undefined);

/** Whether a result has a new value of one of these final rows, and may then be of a sample of another hour. */
const hasOtherValues = (
  rows: readonly (ReadValue & Pick<SentValue, 'preliminary'>)[],
  { observations }: MessageResult,
) =>
  observations.some((one) => {
    const sent =
      isLive(one) && !one.isRemark ? rows.filter((row) => isSameRow(row, one.value)) : [];
    return (
      sent.some(({ preliminary }) => !preliminary) &&
      !sent.some((row) => isSameAmount(row, one.value))
    );
  });

/** Locks earlier results with the same number and person that wait for a patient. */
export async function lockWaiting(transaction: Transaction, origin: Origin, result: MessageResult) {
  const { fillerNumbers: fillers, isStudyNamed, sample } = result;
  const numbered = await lockNumbered(transaction, origin, result, isSamePerson(result.identity));
  const rows = numbered.filter((row) => !isOtherSample(origin, sample, row));
  const ofType = rows.filter(({ examType }) => !isStudyNamed || examType === origin.examType);
  const isRenamed = ({ values }: ReceivedRow) =>
    sharesRow(values as SentValue[], result) &&
    (values as SentValue[]).every(({ fillerNumber = null }) => fillers.includes(`${fillerNumber}`));
  const candidates = ofType.length > 0 ? ofType : rows.filter(isRenamed);
  const sameDay = candidates.filter((row) => isSameDay(origin.timeZone, row, sample));
  const isOtherDay = changesEarlier(result) && sameDay.length === 0;
  const only = findOnly(isOtherDay ? ofType : sameDay, (row) => mayBeSameMinute(sample, row));
  const isCertain = !only || changesEarlier(result) || mayBeSameMinute(sample, only);
  return isCertain || !hasOtherValues(only.values as SentValue[], result) ? only : undefined;
}

/** The only row, or the only one that is certain among several. */
function findOnly<Row>(rows: readonly Row[], isCertain: (row: Row) => boolean): Row | undefined {
  const [only, other] = rows.length > 1 ? rows.filter(isCertain) : rows;
  return other === undefined ? only : undefined;
}

/** Locks waiting results of the laboratory with the numbers of a message. */
export async function lockNumbered(
  transaction: Transaction,
  { laboratoryId, examType }: Origin,
  result: MessageResult,
  where?: SQL,
) {
  const { fillerNumbers: fillers, isStudyNamed } = result;
  if (fillers.length === 0) return [];
  const hasValue = sql`exists (select from jsonb_array_elements(${receivedResults.values}) sent
    where sent ->> 'fillerNumber' in ${fillers})`;
  return transaction
    .select()
    .from(receivedResults)
    .where(
      and(
        where,
        eq(receivedResults.laboratoryId, laboratoryId),
        // A correction may change the study too.
        isStudyNamed && !changesEarlier(result)
          ? eq(receivedResults.examType, examType)
          : undefined,
        eq(receivedResults.state, 'waiting'),
        or(inArray(receivedResults.fillerNumber, [...fillers]), hasValue),
      ),
    )
    .for('update');
}

type Sampled = Pick<MessageResult['sample'], 'collectedAt'>;
type TimedSample = Pick<MessageResult['sample'], 'collectedAt' | 'collectedTimeKnown'>;

/** Whether two samples may be from the same day: their days are equal, or one is unknown. */
const isSameDay = (
  timeZone: string,
  { collectedAt: one }: Sampled,
  { collectedAt: other }: Sampled,
) => !one || !other || dayIn(timeZone, one) === dayIn(timeZone, other);

export const isSameMinute = ({ collectedAt: one }: Sampled, { collectedAt: other }: Sampled) =>
  Math.trunc(Number(one) / MINUTE) === Math.trunc(Number(other) / MINUTE);

/** Whether an earlier sample is another one of the same message. */
const isOtherSample = ({ otherSamples = [] }: Origin, sent: Sampled, earlier: Sampled) =>
  otherSamples.some((one) => one.collectedAt && isSameMinute(one, earlier)) &&
  !isSameMinute(sent, earlier);

const mayBeSameMinute = (one: TimedSample, other: TimedSample) =>
  !one.collectedTimeKnown || !other.collectedTimeKnown || isSameMinute(one, other);

export const changesEarlier = ({ observations, isCorrected }: MessageResult) =>
  isCorrected || observations.some(({ status }) => CHANGE_STATES.has(status));
