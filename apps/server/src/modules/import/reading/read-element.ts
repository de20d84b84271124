import type { Findings } from '../findings.ts';
import { type ImportKind, isSection, type RowOf, type TableKind } from '../kinds.ts';
import type { DoctorRow } from './doctor-book.ts';
import { attempt, type Location, Rejection, within } from './fields.ts';
import { type HistoryTexts, readHistory } from './read-history.ts';
import {
  readBranch,
  readDoctorAppointment,
  readExam,
  readPartner,
  readProspect,
  readRecipeAppointment,
  readUser,
} from './records.ts';
import { describePosition, type SourceItem } from './walk-export.ts';

export interface ReadRecord<Kind extends TableKind> {
  readonly kind: Kind;
  readonly path: string;
  readonly row: RowOf<Kind>;
  /** The index of an exam in the patient's list. */
  readonly position?: number;
  /** The patient to whom the row's merged patient leads. */
  readonly keptId?: string;
  /** The appointment's own copy of its doctor. */
  readonly doctor?: { readonly row: DoctorRow; readonly at: Location };
}

export type AnyRecord = { [Kind in TableKind]: ReadRecord<Kind> }[TableKind];

/** The texts of a medical history. */
export interface ReadHistory {
  readonly kind: 'history';
  readonly path: string;
  readonly patientId: string;
  readonly texts: HistoryTexts;
}

/** Why a record cannot be imported. */
interface Fault {
  readonly kind: ImportKind;
  readonly path: string;
  readonly fault: string;
  /** The patient of a history, whose later histories are duplicates although this one is rejected. */
  readonly patientId?: string;
}

/** A record that can be imported, or why one cannot. */
export type Found = AnyRecord | ReadHistory | Fault;

/**
 * The records of one element of an export's lists, in the order of the file. The element of a list without a meaning
 * has none.
 */
export function* readElement(
  item: SourceItem,
  findings: Findings,
  timeZone: string,
): Generator<Found, void> {
  const { list: section, key, value } = item;
  if (!isSection(section)) return;
  const pattern = section === 'medicalHistories' ? `${section}.*` : `${section}[]`;
  const at: Location = { path: describePosition(item), pattern, findings, timeZone };
  switch (section) {
    case 'users':
      return yield read('patient', at, () => ({ row: readUser(value, at) }));
    case 'partners':
      return yield read('partner', at, () => ({ row: readPartner(value, at) }));
    case 'branches':
      return yield read('branch', at, () => ({ row: readBranch(value, at) }));
    case 'prospects':
      return yield read('prospect', at, () => ({ row: readProspect(value, at) }));
    case 'medicalHistories':
      return yield* readHistoryElement(value, key, at);
  }
}

function* readHistoryElement(
  value: unknown,
  key: string | null,
  at: Location,
): Generator<Found, void> {
  const { path } = at;
  const kind = 'history';
  const history = attempt(() => readHistory(value, key, at));
  if (history instanceof Rejection) return yield { kind, path, fault: history.message };
  const { patientId, texts } = history;
  if (patientId instanceof Rejection) yield { kind, path, fault: patientId.message };
  else if (texts instanceof Rejection) yield { kind, path, patientId, fault: texts.message };
  else yield { kind, path, patientId, texts };
  const requirePatientId = () => {
    if (patientId instanceof Rejection) throw new Rejection('su historial se rechazó');
    return patientId;
  };
  for (const [position, { value, at }] of history.exams.entries()) {
    yield read('exam', at, () => ({ row: readExam(value, at, requirePatientId()), position }));
  }
  for (const { value, at } of history.recipeAppointments) {
    yield read('recipe_appointment', at, () => ({
      row: readRecipeAppointment(value, at, requirePatientId()),
    }));
  }
  for (const { value, at } of history.doctorAppointments) {
    yield read('doctor_appointment', at, () => {
      const { row, doctor } = readDoctorAppointment(value, at, requirePatientId());
      return { row, doctor: { row: doctor, at: within(at, 'doctor') } };
    });
  }
}

function read<Kind extends TableKind>(
  kind: Kind,
  { path }: Location,
  found: () => Omit<ReadRecord<Kind>, 'kind' | 'path'>,
): ReadRecord<Kind> | Fault {
  const record = attempt(found);
  if (record instanceof Rejection) return { kind, path, fault: record.message };
  return { kind, path, ...record };
}
