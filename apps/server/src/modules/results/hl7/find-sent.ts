import { dayIn } from '@simiente/contract/common/days';
import { and, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import type { Transaction } from '../../../platform/database/database.ts';
import { examOrderStudies } from '../../../schema/exam-orders.ts';
import { exams } from '../../../schema/exams.ts';
import { patients } from '../../../schema/patients.ts';
import { receivedResults, resultSets, resultValues } from '../../../schema/results.ts';
import { isOtherName, isSameBirthDate } from '../evidence.ts';
import { findPatient, type Origin } from '../import/receive-sample.ts';
import { setNotDeleted } from '../reading/read-rows.ts';
import type { MessageResult } from './read-message.ts';

export type ResultSetRow = typeof resultSets.$inferSelect;

export async function lockAnswer(transaction: Transaction, orderId: string, examType: string) {
  const [row] = await transaction
    .select({ set: resultSets })
    .from(examOrderStudies)
    .innerJoin(exams, eq(exams.id, examOrderStudies.examId))
    .innerJoin(resultSets, eq(resultSets.examId, exams.id))
    .where(
      and(
        eq(examOrderStudies.orderId, orderId),
        eq(examOrderStudies.examType, examType),
        isNull(exams.deletedAt),
      ),
    )
    .for('update', { of: resultSets });
  return row?.set;
}

/** Condition for sets with a filler number, which may belong to a value or, in older rows, only to the set. */
function hasFillers(fillers: readonly string[]) {
  return sql`${resultSets.id} in (
    select ${resultValues.setId} from ${resultValues} where ${inArray(resultValues.fillerNumber, [...fillers])}
    union all select numbered.id from ${resultSets} numbered where numbered.filler_number in ${[...fillers]})`;
}

const isSamePerson = ({ patientText, nameText, birthDateText }: MessageResult['whose']) =>
  and(
    sql`${receivedResults.patientText} is not distinct from ${patientText}::text`,
    sql`${receivedResults.nameText} is not distinct from ${nameText}::text`,
    sql`${receivedResults.birthDateText} is not distinct from ${birthDateText}::text`,
  );

/**
 * Finds and locks the set that the laboratory sent before: with the same number, or without a number at the same
 * time, and in either case with the same patient and day, because laboratories reuse numbers. Also finds the set
 * of another person with the same number and sample, from which the laboratory moves it away.
 */
export async function lockSets(
  transaction: Transaction,
  origin: Origin,
  fillers: readonly string[],
  { whose, sample, observations, isNamed }: MessageResult,
): Promise<{
  readonly known?: ResultSetRow | undefined;
  readonly moved?: ResultSetRow | undefined;
}> {
  const { laboratoryId, examType, timeZone } = origin;
  const { collectedAt, collectedTimeKnown } = sample;
  if (fillers.length === 0 && !collectedAt) return {};
  const found = await findPatient(transaction, origin, whose);
  const rows = await transaction
    .select({
      set: resultSets,
      type: exams.type,
      assigned: sql<boolean>`exists (select from ${receivedResults}
        where ${receivedResults.setId} = ${resultSets.id} and ${receivedResults.state} = 'assigned'
          and ${isSamePerson(whose)})`,
      agrees: sql<boolean>`not ${isOtherName(whose.nameText)}
        and ${isSameBirthDate(whose.birthDateText)} is not false`,
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
        isNamed || fillers.length === 0 ? eq(exams.type, examType) : undefined,
        ne(resultSets.status, 'retirado'),
        setNotDeleted,
      ),
    )
    .for('update', { of: resultSets });
  const sameDay = rows.filter(({ set }) => isSameDay(timeZone, set, sample));
  const isNameless = whose.patientText === null && whose.nameText !== null;
  const isPatient = ({ set, assigned, agrees }: (typeof rows)[number]) =>
    'patientId' in found ? set.patientId === found.patientId : assigned || (isNameless && agrees);
  const patientSets = sameDay.filter(isPatient);
  const isChange = fillers.length > 0 && changesSent(observations);
  if (isChange && sameDay.length === 0) patientSets.push(...rows.filter(isPatient));
  const isSameMoment = ({ set }: (typeof rows)[number]) =>
    !collectedTimeKnown ||
    !set.collectedTimeKnown ||
    Math.trunc(Number(collectedAt) / MINUTE) === Math.trunc(Number(set.collectedAt) / MINUTE);
  const typeSets = patientSets.filter(({ type }) => type === examType);
  const same = typeSets.length > 0 ? typeSets : patientSets;
  const [only, other] = same.length > 1 ? same.filter(isSameMoment) : same;
  if (only !== undefined) return other === undefined ? { known: only.set } : {};
  const [moved] = fillers.length === 0 ? [] : sameDay.filter(isSameMoment);
  return { moved: moved?.set };
}

const MINUTE = 60_000;
const isLater: ReadonlySet<string> = new Set(['corrected', 'withdrawn', 'finished']);

/** Locks earlier results with the same number and person that wait for a patient. */
export async function lockWaiting(
  transaction: Transaction,
  { laboratoryId, examType, timeZone }: Origin,
  fillers: readonly string[],
  { whose, isNamed, sample, observations }: MessageResult,
) {
  if (fillers.length === 0) return undefined;
  const hasValue = sql`exists (select from jsonb_array_elements(${receivedResults.values}) sent
    where sent ->> 'fillerNumber' in ${fillers})`;
  const rows = await transaction
    .select()
    .from(receivedResults)
    .where(
      and(
        eq(receivedResults.laboratoryId, laboratoryId),
        isNamed ? eq(receivedResults.examType, examType) : undefined,
        eq(receivedResults.state, 'waiting'),
        or(inArray(receivedResults.fillerNumber, [...fillers]), hasValue),
        isSamePerson(whose),
      ),
    )
    .for('update');
  const [only] = changesSent(observations) ? rows : [];
  return rows.find((row) => isSameDay(timeZone, row, sample)) ?? only;
}

type Sampled = Pick<MessageResult['sample'], 'collectedAt'>;

/** Whether two samples may be from the same day. */
const isSameDay = (
  timeZone: string,
  { collectedAt: one }: Sampled,
  { collectedAt: other }: Sampled,
) => !one || !other || dayIn(timeZone, one) === dayIn(timeZone, other);

/** A correction may change the day too. */
const changesSent = (observations: MessageResult['observations']) =>
  observations.some((observation) => isLater.has(observation.status));
