import { filePath } from '@simiente/contract/common/paths';
import { formatFolio } from '@simiente/contract/exam-orders/calls';
import { isAnalyteKey } from '@simiente/contract/results/analytes/catalogue';
import { getStudy, type WhoEdition } from '@simiente/contract/results/analytes/studies';
import type { UnitName } from '@simiente/contract/results/analytes/units';
import type { EarlierValue, ResultSet, ResultValue } from '@simiente/contract/results/calls';
import type { ReadValue } from '@simiente/contract/results/fields';
import { toFlag } from '@simiente/contract/results/range';
import { findCentile } from '@simiente/contract/results/semen/centile';
import { isInapplicable, type ResultsByAnalyte } from '@simiente/contract/results/semen/check';
import { checkResults } from '@simiente/contract/results/semen/checks';
import { derivedValues } from '@simiente/contract/results/semen/derived';
import { suggestWords } from '@simiente/contract/results/semen/suggestions';
import { type ResultAction, statusAfter } from '@simiente/contract/results/states';
import { EMPTY_VALUE, pickReportedFields } from '@simiente/contract/results/values';
import { may, type StaffActor } from '../../../platform/act.ts';
import { pick } from '../../../platform/database/records.ts';
import { pickSample, type SampleColumns } from '../entering/sample.ts';
import type { CorrectionRow, SetRow, ValueRow } from './read-rows.ts';

export type ResultReader = Pick<StaffActor, 'id' | 'capabilities'>;

/** The last row of a value with the rows that it replaced, newest first. */
export interface ValueHistory {
  readonly row: ValueRow;
  readonly earlier: readonly ValueRow[];
}

/** The last row of each value of a set, including withdrawn ones. */
export function latestValues(rows: readonly ValueRow[]): ValueHistory[] {
  const replaced = new Set(rows.map(({ replaces }) => replaces));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return rows
    .filter((row) => !replaced.has(row.id))
    .map((row) => ({ row, earlier: findEarlier(row, byId) }));
}

/** The last rows of a set that were not withdrawn. */
export const rowsInForce = (rows: readonly ValueRow[]): ValueRow[] =>
  latestValues(rows)
    .map(({ row }) => row)
    .filter(({ withdrawn }) => !withdrawn);

/**
 * The values of one set in the order of its study. A value withdrawn by a correction stays; a value that an edit
 * removed before validation is left out.
 */
export function currentValues(rows: readonly ValueRow[], examType: string): ValueHistory[] {
  const fields: readonly (string | null)[] = getStudy(examType).fields;
  const getPosition = ({ row }: ValueHistory) => {
    const index = fields.indexOf(row.analyte);
    return index < 0 ? fields.length : index;
  };
  return latestValues(rows)
    .filter(({ row }) => !row.withdrawn || row.correctionId !== null)
    .toSorted(
      (one, other) =>
        getPosition(one) - getPosition(other) || one.row.position - other.row.position,
    );
}

function findEarlier(row: ValueRow, byId: ReadonlyMap<string, ValueRow>): ValueRow[] {
  const earlier = row.replaces === null ? undefined : byId.get(row.replaces);
  return earlier === undefined ? [] : [earlier, ...findEarlier(earlier, byId)];
}

/** The values that were not withdrawn. */
export const excludeWithdrawn = (current: readonly ValueHistory[]): ReadValue[] =>
  current.filter(({ row }) => !row.withdrawn).map(({ row }) => pickReportedFields(row));

function findValueCentile(value: ReadValue, edition: WhoEdition | null): ResultValue['centile'] {
  const { analyte, comparator, value: number, unit } = value;
  if (analyte === null || !isAnalyteKey(analyte) || number === null || unit === null) return null;
  return findCentile(analyte, { comparator, value: number }, unit as UnitName, edition);
}

interface ValueOptions {
  readonly edition: WhoEdition | null;
  readonly getReason: (correctionId: number | null) => string | null;
  /** Whether the analyte has no meaning in this sample. */
  readonly isInapplicable: (analyte: string | null) => boolean;
}

function presentValue(
  { row, earlier }: ValueHistory,
  { edition, getReason, isInapplicable }: ValueOptions,
): ResultValue {
  const view = pickReportedFields(row);
  const { comparator, value } = view;
  // `successors[i]` is the row that replaced `earlier[i]`.
  const successors = [row, ...earlier];
  return {
    idValue: row.id,
    ...view,
    ...pick(row, ['preliminary', 'note', 'withdrawn']),
    flag:
      row.withdrawn || value === null ? null : toFlag({ comparator, value }, view.range, view.unit),
    centile: row.withdrawn || isInapplicable(row.analyte) ? null : findValueCentile(view, edition),
    derived: null,
    laboratoryFlag: row.withdrawn ? null : row.laboratoryFlag,
    laboratoryCode:
      row.laboratoryCode
        ?.replace(/^.*?\|/, '')
        .split('^')
        .slice(0, 2)
        .filter(Boolean)
        .join(' · ') ?? null,
    earlier: earlier.map((old, index): EarlierValue => {
      const successor = successors[index];
      return {
        ...pickReportedFields(old),
        laboratoryFlag: old.laboratoryFlag,
        replacedAt: (successor?.enteredAt ?? old.enteredAt).toISOString(),
        replacedBy: successor?.enteredByName ?? null,
        reason: getReason(successor?.correctionId ?? null),
      };
    }),
  };
}

/** Fields that only reported values have, empty for a derived one. */
const NOT_REPORTED = {
  ...{ idValue: null, flag: null, laboratoryFlag: null, note: null, laboratoryCode: null },
  ...{ withdrawn: false, earlier: [] },
};

function presentDerived(
  { analyte, value, unit, formula }: ReturnType<typeof derivedValues>[number],
  edition: WhoEdition | null,
  preliminary: boolean,
): ResultValue {
  const view = { ...EMPTY_VALUE, analyte, value, unit };
  const centile = findValueCentile(view, edition);
  return { ...NOT_REPORTED, ...view, centile, derived: { formula }, preliminary };
}

type AuthorFacts = Pick<SetRow, 'status' | 'source' | 'typists' | 'assigner' | 'secondReadingAt'>;

/** Whether an account typed values of a set, or assigned the set. It then has to retype values as second reading. */
export function isOwnResult(
  { typists, assigner }: Pick<AuthorFacts, 'typists' | 'assigner'>,
  id: string,
): boolean {
  return typists.includes(id) || assigner === id;
}

/** Current permissions of an account on a set. */
function toPermissions(
  reader: ResultReader,
  set: AuthorFacts & Pick<SetRow, 'enteredBy' | 'isPreliminary' | 'waiting'>,
) {
  const isOwn = isOwnResult(set, reader.id);
  const mayEdit = set.enteredBy === reader.id || may(reader, 'results.correctAll');
  const allows = (act: ResultAction) => statusAfter(set.status, act) !== undefined;
  const mayDecide = set.waiting === null && may(reader, 'results.validate');
  return {
    update: allows('update') && may(reader, 'results.create') && mayEdit,
    confirm: lacksSecondReading(set) && may(reader, 'results.create'),
    validate:
      allows('validate') &&
      !set.isPreliminary &&
      mayDecide &&
      (!isOwn || may(reader, 'results.validateOwn')),
    correct: allows('correct') && may(reader, 'results.correct') && mayEdit,
    move: allows('withdraw') && mayDecide,
  };
}

/** Whether a set with typed values has no second reading yet. */
export function lacksSecondReading(set: Omit<AuthorFacts, 'assigner'>): boolean {
  const isTyped = set.source === 'manual' || set.typists.length > 0;
  return isTyped && set.secondReadingAt === null && set.status !== 'retirado';
}

interface SetParts {
  /** The result of `currentValues`. */
  readonly current: readonly ValueHistory[];
  /** Values of `current` without the withdrawn ones. */
  readonly remaining: readonly ReadValue[];
  readonly corrections: readonly CorrectionRow[];
  /** Current values of all sets of the patient, including this one. */
  readonly patientValues: ResultsByAnalyte;
  readonly hasOverlappingSet: boolean;
}

export const toIso = (at: Date | null) => at?.toISOString() ?? null;

export const presentLaboratory = (id: string | null, name: string | null) =>
  id === null ? null : { idPartner: id, name: name ?? '' };

function presentCorrection(row: CorrectionRow): ResultSet['corrections'][number] {
  const { at, by, kind, reason, validatedAt, validatedByName } = row;
  type Facts = ResultSet['corrections'][number]['before'] & { laboratoryId?: string | null };
  // Times are texts, because the column is JSON.
  const { laboratoryId, ...facts } = (row.factsBefore ?? {}) as Facts;
  const laboratory = presentLaboratory(laboratoryId ?? null, row.laboratoryBefore);
  return {
    at: at.toISOString(),
    by,
    kind,
    idOtherUser: row.otherPatientId,
    reason,
    before: { ...facts, ...(laboratoryId !== undefined && { laboratory }) },
    validated: validatedAt === null ? null : { at: validatedAt.toISOString(), by: validatedByName },
  };
}

export const presentSample = (row: SampleColumns) => ({
  ...pickSample(row),
  collectedAt: toIso(row.collectedAt),
  receivedAt: toIso(row.receivedAt),
  analyzedAt: toIso(row.analyzedAt),
});

export function presentSet(
  row: SetRow,
  { current, remaining, corrections, patientValues, hasOverlappingSet }: SetParts,
  reader: ResultReader,
): ResultSet {
  const edition = row.whoEdition as WhoEdition | null;
  const derived = derivedValues(remaining);
  const reasons = new Map(corrections.map(({ id, reason }) => [id, reason]));
  const getReason = (id: number | null) => (id === null ? null : (reasons.get(id) ?? null));
  const options = { edition, getReason, isInapplicable: isInapplicable(remaining) };
  return {
    idResultSet: row.id,
    idUser: row.patientId,
    idExam: row.examId,
    ...pick(row, ['examType', 'fileName', 'mediaType', 'status', 'source', 'critical']),
    fileUrl: row.fileId === null ? row.externalUrl : filePath(row.fileId),
    order: row.order && { ...row.order, folio: formatFolio(row.order.folio) },
    laboratory: presentLaboratory(row.laboratoryId, row.laboratoryName),
    ...presentSample(row),
    whoEdition: edition,
    enteredAt: row.enteredAt.toISOString(),
    enteredBy: row.enteredByName,
    validatedAt: toIso(row.validatedAt),
    validatedBy: row.validatedByName,
    acknowledged: row.validatedAt === null ? [] : row.acknowledged,
    criticalSeen: row.criticalSeenAt && {
      at: row.criticalSeenAt.toISOString(),
      by: row.criticalSeenByName,
    },
    secondReading:
      row.secondReadingWay === null || row.secondReadingAt === null
        ? null
        : {
            way: row.secondReadingWay,
            at: row.secondReadingAt.toISOString(),
            by: row.secondReadingByName,
          },
    lacksSecondReading: lacksSecondReading(row),
    isPreliminary: row.isPreliminary,
    waiting: row.waiting && {
      idReceived: row.waiting.id,
      reason: row.waiting.reason,
      values: (row.waiting.values as ReadValue[]).map(pickReportedFields),
    },
    corrections: corrections.map(presentCorrection),
    values: [
      ...current.map((one) => presentValue(one, options)),
      ...derived.map((one) => presentDerived(one, edition, row.isPreliminary)),
    ],
    checks: checkResults({
      values: remaining,
      // Delays cannot be checked without a time.
      collectedAt: row.collectedTimeKnown ? toIso(row.collectedAt) : null,
      receivedAt: toIso(row.receivedAt),
      analyzedAt: toIso(row.analyzedAt),
      isBeforeBirth: row.isBeforeBirth,
      hasOverlappingSet,
      abstinenceDays: row.abstinenceDays,
      others: patientValues,
    }).map((check) => ({ ...check, analytes: [...check.analytes] })),
    suggestions: suggestWords(remaining, edition, derived),
    may: toPermissions(reader, row),
    version: row.version,
  };
}
