import { toKnownResults } from '@simiente/contract/reports/guard/known-result';
import type { KnownFact, KnownResult } from '@simiente/contract/reports/version';
import type { ResultSet } from '@simiente/contract/results/calls';
import type { ResultStatus } from '@simiente/contract/results/states';
import { eq, inArray } from 'drizzle-orm';
import { may, type StaffActor } from '../../../platform/act.ts';
import type { Reader as Connection } from '../../../platform/database/database.ts';
import { Problem } from '../../../platform/problem.ts';
import { resultSets } from '../../../schema/results.ts';
import { requireEmergencyAccess } from '../../emergency-access/public.ts';
import { expectPatient } from '../../patients/public.ts';
import { currentValues, presentSet, type Reader, toCountedValues } from './present.ts';
import { type SetRow, selectCorrections, selectSets, selectValues } from './read-rows.ts';

/**
 * A patient's results, the latest sample first.
 * @throws Problem FORBIDDEN for an account that may not read results, and has no emergency access
 */
export async function listResults(
  db: Connection,
  reader: StaffActor,
  patientId: string,
): Promise<ResultSet[]> {
  await expectPatient(db, patientId);
  await requireReadable(db, reader, patientId);
  return presentSets(db, await selectPatientSets(db, patientId), reader);
}

const selectPatientSets = (db: Connection, patientId: string) =>
  selectSets(db, eq(resultSets.patientId, patientId));

/** @throws Problem FORBIDDEN */
async function requireReadable(db: Connection, reader: StaffActor, patientId: string) {
  if (!may(reader, 'results.read')) await requireEmergencyAccess(db, reader, patientId);
}

/** All sets of one patient, each checked against the others. */
export async function presentSets(
  db: Connection,
  sets: readonly SetRow[],
  reader: Reader,
): Promise<ResultSet[]> {
  const ids = sets.map(({ id }) => id);
  if (ids.length === 0) return [];
  const values = Map.groupBy(await selectValues(db, ids), ({ setId }) => setId);
  const corrections = Map.groupBy(await selectCorrections(db, ids), ({ setId }) => setId);
  const read = sets.map((set) => {
    const current = currentValues(values.get(set.id) ?? [], set.examType);
    return { set, current, counted: toCountedValues(current) };
  });
  const known = Map.groupBy(
    read.flatMap(({ counted }) => counted),
    ({ analyte }) => analyte,
  );
  return read.map(({ set, ...parts }) =>
    presentSet(set, { ...parts, corrections: corrections.get(set.id) ?? [], known }, reader),
  );
}

export async function readResult(db: Connection, reader: Reader, id: string): Promise<ResultSet> {
  const [set] = await selectSets(db, eq(resultSets.id, id));
  if (set === undefined) throw new Problem('NOT_FOUND');
  const all = await presentSets(db, await selectPatientSets(db, set.patientId), reader);
  const found = all.find(({ idResultSet }) => idResultSet === id);
  if (found === undefined) throw new Problem('NOT_FOUND');
  return found;
}

/** Reads a result for an account that may read it. */
export async function openResult(
  db: Connection,
  reader: StaffActor,
  id: string,
): Promise<ResultSet> {
  const set = await readResult(db, reader, id);
  await requireReadable(db, reader, set.idUser);
  return set;
}

/** Reader for sets of which only the values are used. */
export const NO_READER = { id: '', capabilities: new Set<never>() };

/** The current numbers and choices of some patients that a text may quote, by patient, newest sample first. */
export async function knownResultsOfPatients(
  db: Connection,
  patientIds: readonly string[],
): Promise<ReadonlyMap<string, (KnownFact | KnownResult)[]>> {
  const sets = await selectSets(db, inArray(resultSets.patientId, [...patientIds]));
  const presented = await presentSets(db, sets, NO_READER);
  return new Map(
    [...Map.groupBy(presented, ({ idUser }) => idUser)].map(([id, own]) => [
      id,
      toKnownResults(own),
    ]),
  );
}

/** Every set of a patient, for papers, without permitted actions. */
export async function findResultSets(db: Connection, patientId: string): Promise<ResultSet[]> {
  return presentSets(db, await selectPatientSets(db, patientId), NO_READER);
}

/** Current facts of a result that a report quotes, in addition to its value. */
export interface QuotedFacts {
  readonly status: ResultStatus;
  readonly method: string | null;
  /** Flag in the words of the laboratory. */
  readonly flag: string | null;
}

/** The facts of a patient's results; null for a deleted or purged result. */
export async function loadQuotedFacts(
  db: Connection,
  patientId: string,
): Promise<(result: KnownResult) => QuotedFacts | null> {
  const sets = await selectPatientSets(db, patientId);
  const rows = await selectValues(
    db,
    sets.map(({ id }) => id),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ({ idValue, sources = [], examType, collectedAt }) => {
    const quoted = (idValue === null ? sources : [idValue]).flatMap((id) => byId.get(id) ?? []);
    const set =
      sets.find(({ id }) => id === quoted[0]?.setId || sources.includes(id)) ??
      sets.find(
        (one) =>
          one.examType === examType && (one.collectedAt?.toISOString() ?? null) === collectedAt,
      );
    if (set === undefined) return null;
    // A set is corrected as a whole; a value only if it replaced a final one.
    const isCorrected = quoted.some(
      ({ correctionId, replaces }) =>
        correctionId !== null && byId.get(replaces ?? '')?.preliminary === false,
    );
    return {
      status: isCorrected ? 'corregido' : set.status === 'corregido' ? 'validado' : set.status,
      method: set.method,
      flag: idValue === null ? null : (quoted[0]?.laboratoryFlag ?? null),
    };
  };
}
