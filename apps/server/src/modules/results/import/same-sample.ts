import { addDays, dayIn, startOfDay } from '@simiente/contract/common/days';
import { readDay } from '@simiente/contract/common/read-date';
import type { DateOrder } from '@simiente/contract/results/columns';
import { compareDecimals } from '@simiente/contract/results/decimal';
import type { ResultSource, WaitingReason } from '@simiente/contract/results/states';
import { and, desc, eq, gte, lt, ne, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Transaction } from '../../../platform/database/database.ts';
import { exams } from '../../../schema/exams.ts';
import { patients } from '../../../schema/patients.ts';
import { resultSets } from '../../../schema/results.ts';
import type { LaboratoryDocument } from '../../exams/public.ts';
import { patientNotDeleted } from '../../patients/public.ts';
import type { Simulation } from '../entering/change-set.ts';
import type { SampleColumns } from '../entering/sample.ts';
import {
  isSameAmount,
  isSameContent,
  isSameRow,
  type SentValue,
} from '../entering/write-values.ts';
import { latestValues, rowsInForce } from '../reading/present.ts';
import { selectValues, setNotDeleted } from '../reading/read-rows.ts';

/** A sample, with its patient in the laboratory's words. */
export interface LaboratoryRow {
  readonly patientText: string | null;
  readonly folioText: string | null;
  readonly nameText: string | null;
  readonly birthDateText: string | null;
  readonly sex?: 'female' | 'male' | null;
  readonly sample: Partial<SampleColumns>;
  readonly values: readonly SentValue[];
  readonly documents?: readonly LaboratoryDocument[];
}

export interface Origin {
  readonly laboratoryId: string;
  readonly examType: string;
  readonly source: ResultSource;
  /** File and line, or message. */
  readonly where: string;
  readonly timeZone: string;
  /** Identify the file or message. The same key in a later import means the same file or message. */
  readonly sourceKeys: readonly string[];
  /** Number of equal samples without a date so far, by digest. */
  readonly undatedCounts: Map<string, number>;
  /** The laboratory's number of the sample, and the time when it was sent. */
  readonly fillerNumber?: string | null;
  readonly sentAt?: Date | null;
  /** Other samples of a message with the same number and study. */
  readonly otherSamples?: readonly Pick<LaboratoryRow['sample'], 'collectedAt'>[];
  /**
   * Present if the transaction is rolled back. Orders and earlier sets are then not updated, because other requests
   * would wait.
   */
  readonly simulated?: Simulation | undefined;
}

/** Reason for the review of a sample, and the results to compare it with. */
export interface Hold {
  readonly reason: WaitingReason;
  readonly setId?: string;
}

type SameSample =
  | Hold
  | {
      readonly set: typeof resultSets.$inferSelect;
      /** Values that are missing in the set. */
      readonly added: readonly SentValue[];
    };

/**
 * The patient's results of the same study and minute, or of the same day if either has no hour. Results of the same
 * laboratory and minute may be completed; a user decides about others.
 */
export async function findSameSample(
  transaction: Transaction,
  origin: Origin,
  patientId: string,
  { sample, values }: LaboratoryRow,
): Promise<SameSample | null> {
  const { collectedAt, collectedTimeKnown } = sample;
  if (!collectedAt) return null;
  const isOfPatient = eq(resultSets.patientId, patientId);
  const same = await selectSamples(transaction, origin, collectedAt, sample, isOfPatient)
    .orderBy(
      sql`${exams.deletedAt} is not null`,
      eq(resultSets.status, 'retirado'),
      desc(resultSets.collectedTimeKnown),
      desc(resultSets.enteredAt),
    )
    .for('update', { of: resultSets });
  const [first] = same;
  if (first === undefined) return null;
  const { deletedAt } = first;
  const set = { ...first.set, ...origin.simulated?.get(first.set.id) };
  // A user decided that this sample belongs to another patient, or deleted it.
  if (set.status === 'retirado' || deletedAt !== null) return { reason: 'same-sample' };
  const latest = latestValues(await selectValues(transaction, [set.id]));
  const differs = values.some((value) =>
    latest.some(({ row }) => isSameRow(row, value) && !isSameContent(row, value)),
  );
  const { abstinenceDays = null } = sample;
  const isOtherAbstinence =
    abstinenceDays !== null &&
    set.abstinenceDays !== null &&
    compareDecimals(abstinenceDays, set.abstinenceDays) !== 0;
  if (differs || isOtherAbstinence) return { reason: 'other-values', setId: set.id };
  const [, other] = same.filter((one) => one.deletedAt === null);
  const isCertain = collectedTimeKnown === true && set.collectedTimeKnown && other === undefined;
  if (!isCertain || set.laboratoryId !== origin.laboratoryId) {
    return { reason: 'same-sample', setId: set.id };
  }
  const added = values.filter((value) => !latest.some(({ row }) => isSameRow(row, value)));
  return { set, added };
}

/** Fewer equal numbers may be chance. Zeros do not count. */
const MIN_EQUAL_NUMBERS = 4;

/** A set of another patient with the same laboratory, study, time and numbers, which is probably the same sample. */
export async function findOtherPatientSet(
  transaction: Transaction,
  origin: Origin,
  { patientId }: { readonly patientId: string },
  { sample, values }: LaboratoryRow,
): Promise<string | undefined> {
  const { collectedAt } = sample;
  const numbers = values.filter(({ value }) => value !== null && value !== '0');
  if (!collectedAt || numbers.length < MIN_EQUAL_NUMBERS) return undefined;
  const isOfAnother = and(
    ne(resultSets.patientId, patientId),
    eq(resultSets.laboratoryId, origin.laboratoryId),
    ne(resultSets.status, 'retirado'),
    setNotDeleted,
  );
  const sets = await selectSamples(transaction, origin, collectedAt, sample, isOfAnother);
  const ids = sets.map(({ set }) => set.id);
  const rows = Map.groupBy(await selectValues(transaction, ids), ({ setId }) => setId);
  return ids.find((id) => {
    const inForce = rowsInForce(rows.get(id) ?? []);
    return numbers.every((one) =>
      inForce.some((row) => isSameRow(row, one) && isSameAmount(row, one)),
    );
  });
}

/** Samples of a study of the same minute, or of the same day if either has no hour. */
function selectSamples(
  transaction: Transaction,
  { examType, timeZone }: Origin,
  collectedAt: Date,
  { collectedTimeKnown = false }: Partial<SampleColumns>,
  where: SQL | undefined,
) {
  const day = dayIn(timeZone, collectedAt);
  const isSameHour = or(isSameMinute(collectedAt), eq(resultSets.collectedTimeKnown, false));
  return transaction
    .select({ set: resultSets, deletedAt: exams.deletedAt })
    .from(resultSets)
    .innerJoin(exams, eq(exams.id, resultSets.examId))
    .innerJoin(patients, eq(patients.id, resultSets.patientId))
    .where(
      and(
        where,
        gte(resultSets.collectedAt, startOfDay(day, timeZone)),
        lt(resultSets.collectedAt, startOfDay(addDays(day, 1), timeZone)),
        collectedTimeKnown ? isSameHour : undefined,
        eq(exams.type, examType),
        patientNotDeleted,
      ),
    );
}

/** Compares minutes, because some systems send seconds and others leave them out. */
const isSameMinute = (collectedAt: Date) =>
  sql`date_trunc('minute', ${resultSets.collectedAt}) = date_trunc('minute', ${collectedAt}::timestamptz)`;

/** The day that a laboratory wrote, and the text after it; null for any other text. */
export function readWrittenDay(
  text: string,
  { order = 'day', century }: { order?: DateOrder | undefined; century?: '2000' } = {},
) {
  // Without a century, a year of two digits is ambiguous.
  const options = { order: `${order}-first`, century, is1904: null, today: '2099-12-31' } as const;
  const read = readDay(text.trim(), options);
  return 'day' in read && /^(?:[ T,]|$)/.test(read.textAfter) ? read : null;
}

const splitWords = (name: SQLWrapper | string) =>
  sql`array_remove(regexp_split_to_array(fold_text(${name}::text), '[^[:alnum:]]+'), '')`;

/** Whether the name, the sex or the birth date that a laboratory sent contradicts the patient's. */
export const isOtherPerson = ({
  nameText,
  sex,
  birthDateText,
}: Pick<LaboratoryRow, 'nameText' | 'sex' | 'birthDateText'>) =>
  sql<boolean>`(${isOtherName(nameText)} or ${isOtherSex(sex)}
    or ${isSameBirthDate(birthDateText)} is false)`;

/** Whether the laboratory's name differs from the patient's: neither contains all words of the other. */
function isOtherName(written: string | null): SQL<boolean> {
  if (written === null) return sql`false`;
  const [theirs, ours] = [splitWords(written), splitWords(patients.name)];
  return sql<boolean>`not (${theirs} <@ ${ours} or ${ours} <@ ${theirs})`;
}

/** Whether the sex in a message contradicts the patient's. */
const isOtherSex = (sex: LaboratoryRow['sex']) =>
  sql<boolean>`coalesce(${patients.sex} <> 'intersex' and ${patients.sex} <> ${sex ?? null}::text, false)`;

/** Whether a birth date that a laboratory wrote is the patient's; null if either is unknown. */
export function isSameBirthDate(written: string | null): SQL<boolean | null> {
  if (written === null) return sql`null::boolean`;
  const day = readWrittenDay(written);
  // A text that is not a day matches no day.
  if (day === null) return sql`case when ${patients.birthDate} is not null then false end`;
  return sql`${patients.birthDate} = ${day.day}::date`;
}
