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
import { type ResultAct, statusAfter } from '@simiente/contract/results/states';
import { EMPTY_VALUE, reportedValue } from '@simiente/contract/results/values';
import { may, type StaffActor } from '../../../platform/act.ts';
import { pickSample, type SampleColumns } from '../entering/sample.ts';
import type { CorrectionRow, SetRow, ValueRow } from './read-rows.ts';

export type Reader = Pick<StaffActor, 'id' | 'capabilities'>;

/** A value in force with the values that it replaced, newest first. */
export interface CurrentValue {
  readonly row: ValueRow;
  readonly earlier: readonly ValueRow[];
}

/** The last row of each value of a set, including withdrawn ones. */
export function latestValues(rows: readonly ValueRow[]): CurrentValue[] {
  const replaced = new Set(rows.map(({ replaces }) => replaces));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return rows
    .filter((row) => !replaced.has(row.id))
    .map((row) => ({ row, earlier: before(row, byId) }));
}

/** The last rows of a set that were not withdrawn. */
export const rowsInForce = (rows: readonly ValueRow[]): ValueRow[] =>
  latestValues(rows)
    .map(({ row }) => row)
    .filter(({ withdrawn }) => !withdrawn);

/** The values in force of one set, in the order of its study, without values that an edit removed. */
export function currentValues(rows: readonly ValueRow[], examType: string): CurrentValue[] {
  const places = getPositions(examType);
  const place = ({ row }: CurrentValue) => places.get(row.analyte) ?? places.size;
  return latestValues(rows)
    .filter(({ row }) => !row.withdrawn || row.correctionId !== null)
    .toSorted((one, other) => place(one) - place(other) || one.row.position - other.row.position);
}

/** Position of each analyte in a study. */
const getPositions = (examType: string): ReadonlyMap<string | null, number> =>
  new Map(getStudy(examType).fields.map((key, index) => [key, index]));

function before(row: ValueRow, byId: ReadonlyMap<string, ValueRow>): ValueRow[] {
  const earlier = row.replaces === null ? undefined : byId.get(row.replaces);
  return earlier === undefined ? [] : [earlier, ...before(earlier, byId)];
}

/** Values in force that were not withdrawn. */
export const toCountedValues = (current: readonly CurrentValue[]): ReadValue[] =>
  current.filter(({ row }) => !row.withdrawn).map(({ row }) => reportedValue(row));

function centileOfValue(value: ReadValue, edition: WhoEdition | null): ResultValue['centile'] {
  const { analyte, comparator, value: number, unit } = value;
  if (analyte === null || !isAnalyteKey(analyte) || number === null || unit === null) return null;
  return findCentile(analyte, { comparator, value: number }, unit as UnitName, edition);
}

type Reasons = (correction: number | null) => string | null;

function presentValue(
  { row, earlier }: CurrentValue,
  edition: WhoEdition | null,
  { getReason, isSkipped }: { getReason: Reasons; isSkipped: (analyte: string | null) => boolean },
): ResultValue {
  const view = reportedValue(row);
  const { comparator, value } = view;
  // The next row replaced an earlier value.
  const successors = [row, ...earlier];
  return {
    idValue: row.id,
    ...view,
    flag:
      row.withdrawn || value === null ? null : toFlag({ comparator, value }, view.range, view.unit),
    centile: row.withdrawn || isSkipped(row.analyte) ? null : centileOfValue(view, edition),
    derived: null,
    laboratoryFlag: row.withdrawn ? null : row.laboratoryFlag,
    preliminary: row.preliminary,
    note: row.note,
    laboratoryCode:
      row.laboratoryCode
        ?.replace(/^.*?\|/, '')
        .split('^')
        .slice(0, 2)
        .filter(Boolean)
        .join(' · ') ?? null,
    withdrawn: row.withdrawn,
    earlier: earlier.map((old, index): EarlierValue => {
      const by = successors[index];
      return {
        ...reportedValue(old),
        laboratoryFlag: old.laboratoryFlag,
        replacedAt: (by?.enteredAt ?? old.enteredAt).toISOString(),
        replacedBy: by?.enteredByName ?? null,
        reason: getReason(by?.correctionId ?? null),
      };
    }),
  };
}

function presentDerived(
  { analyte, value, unit, formula }: ReturnType<typeof derivedValues>[number],
  edition: WhoEdition | null,
  preliminary: boolean,
): ResultValue {
  const view = { ...EMPTY_VALUE, analyte, value, unit };
  return {
    idValue: null,
    ...view,
    flag: null,
    laboratoryFlag: null,
    centile: centileOfValue(view, edition),
    derived: { formula },
    preliminary,
    note: null,
    laboratoryCode: null,
    withdrawn: false,
    earlier: [],
  };
}

type Hands = Pick<SetRow, 'status' | 'source' | 'typists' | 'assigner' | 'secondReadingAt'>;

/** Whether an account typed values of a set, or assigned it: then another account must read it again. */
export function isOwnResult(
  { typists, assigner }: Pick<Hands, 'typists' | 'assigner'>,
  id: string,
): boolean {
  return typists.includes(id) || assigner === id;
}

/** Current permissions of an account on a set. */
function toPermissions(
  reader: Reader,
  set: Hands & Pick<SetRow, 'enteredBy' | 'isPreliminary' | 'waiting'>,
  lacks: boolean,
) {
  const isOwn = isOwnResult(set, reader.id);
  const mayEdit = set.enteredBy === reader.id || may(reader, 'results.correctAll');
  const allows = (act: ResultAct) => statusAfter(set.status, act) !== undefined;
  const mayDecide = set.waiting === null && may(reader, 'results.validate');
  return {
    update: allows('update') && may(reader, 'results.create') && mayEdit,
    confirm: lacks && may(reader, 'results.create'),
    validate:
      allows('validate') &&
      !set.isPreliminary &&
      mayDecide &&
      (!isOwn || may(reader, 'results.validateOwn')),
    correct: allows('correct') && may(reader, 'results.correct') && mayEdit,
    move: allows('withdraw') && mayDecide,
  };
}

/** Whether a typed value lacks a second reading. */
export function lacksSecondReading(set: Omit<Hands, 'assigner'>): boolean {
  const isTyped = set.source === 'manual' || set.typists.length > 0;
  return isTyped && set.secondReadingAt === null && set.status !== 'retirado';
}

interface Parts {
  /** Values in force, from `currentValues`. */
  readonly current: readonly CurrentValue[];
  /** Values in force that were not withdrawn. */
  readonly counted: readonly ReadValue[];
  readonly corrections: readonly CorrectionRow[];
  /** Current values of all sets of the patient, including this one. */
  readonly known: ResultsByAnalyte;
}

export const iso = (at: Date | null) => at?.toISOString() ?? null;

function presentCorrection(row: CorrectionRow): ResultSet['corrections'][number] {
  const { at, by, kind, reason, validatedAt, validatedByName } = row;
  // Instants are texts in JSON.
  const { laboratoryId, ...facts } = (row.factsBefore ??
    {}) as ResultSet['corrections'][number]['before'] & {
    readonly laboratoryId?: string | null;
  };
  const laboratory =
    laboratoryId == null ? null : { idPartner: laboratoryId, name: row.laboratoryBefore ?? '' };
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

/** Facts of the sample of a set or a received result. */
export const presentSample = (row: SampleColumns) => ({
  ...pickSample(row),
  collectedAt: iso(row.collectedAt),
  receivedAt: iso(row.receivedAt),
  analyzedAt: iso(row.analyzedAt),
});

/** A set as an account sees it. */
export function presentSet(
  row: SetRow,
  { current, counted, corrections, known }: Parts,
  reader: Reader,
): ResultSet {
  const edition = row.whoEdition as WhoEdition | null;
  const derived = derivedValues(counted);
  const reasons = new Map(corrections.map(({ id, reason }) => [id, reason]));
  const getReason = (id: number | null) => (id === null ? null : (reasons.get(id) ?? null));
  const lacks = lacksSecondReading(row);
  const isSkipped = isInapplicable(counted);
  return {
    idResultSet: row.id,
    idUser: row.patientId,
    idExam: row.examId,
    examType: row.examType,
    fileUrl: row.fileId === null ? row.externalUrl : filePath(row.fileId),
    fileName: row.fileName,
    mediaType: row.mediaType,
    order:
      row.order === null
        ? null
        : { idOrder: row.order.idOrder, folio: formatFolio(row.order.folio) },
    laboratory:
      row.laboratoryId === null
        ? null
        : { idPartner: row.laboratoryId, name: row.laboratoryName ?? '' },
    ...presentSample(row),
    whoEdition: edition,
    status: row.status,
    source: row.source,
    enteredAt: row.enteredAt.toISOString(),
    enteredBy: row.enteredByName,
    validatedAt: iso(row.validatedAt),
    validatedBy: row.validatedByName,
    acknowledged: row.validatedAt === null ? [] : row.acknowledged,
    critical: row.critical,
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
    lacksSecondReading: lacks,
    isPreliminary: row.isPreliminary,
    waiting: row.waiting && {
      idReceived: row.waiting.id,
      reason: row.waiting.reason,
      values: (row.waiting.values as ReadValue[]).map(reportedValue),
    },
    corrections: corrections.map(presentCorrection),
    values: [
      ...current.map((one) => presentValue(one, edition, { getReason, isSkipped })),
      ...derived.map((one) => presentDerived(one, edition, row.isPreliminary)),
    ],
    checks: checkResults({
      values: counted,
      // Delays cannot be judged without an hour.
      collectedAt: row.collectedTimeKnown ? iso(row.collectedAt) : null,
      receivedAt: iso(row.receivedAt),
      analyzedAt: iso(row.analyzedAt),
      isBeforeBirth: row.isBeforeBirth,
      abstinenceDays: row.abstinenceDays,
      others: known,
    }).map((check) => ({ ...check, analytes: [...check.analytes] })),
    suggestions: suggestWords(counted, edition, derived),
    may: toPermissions(reader, row, lacks),
    version: row.version,
  };
}
