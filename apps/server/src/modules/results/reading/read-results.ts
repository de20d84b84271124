import { toQuotableResults } from '@simiente/contract/reports/guard/quotable-result';
import type { QuotableFact, QuotableResult } from '@simiente/contract/reports/version';
import type { ResultSet } from '@simiente/contract/results/calls';
import type { ResultStatus } from '@simiente/contract/results/states';
import { eq, inArray } from 'drizzle-orm';
import { may, type StaffActor } from '../../../platform/act.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { Problem } from '../../../platform/problem.ts';
import { resultSets } from '../../../schema/results.ts';
import { requireEmergencyAccess } from '../../emergency-access/public.ts';
import { expectPatient } from '../../patients/public.ts';
import { currentValues, excludeWithdrawn, presentSet, type ResultReader } from './present.ts';
import { type SetRow, selectCorrections, selectSets, selectValues } from './read-rows.ts';

/**
 * A patient's results, the latest sample first.
 * @throws Problem FORBIDDEN for an account that may not read results, and has no emergency access
 */
export async function listResults(
  db: Reader,
  reader: StaffActor,
  patientId: string,
): Promise<ResultSet[]> {
  await expectPatient(db, patientId);
  await requireReadable(db, reader, patientId);
  return presentSets(db, await selectPatientSets(db, patientId), reader);
}

const selectPatientSets = (db: Reader, patientId: string) =>
  selectSets(db, eq(resultSets.patientId, patientId));

/** @throws Problem FORBIDDEN */
async function requireReadable(db: Reader, reader: StaffActor, patientId: string) {
  if (!may(reader, 'results.read')) await requireEmergencyAccess(db, reader, patientId);
}

/** Presents sets of one patient, each checked against the others. For several patients, use only the values. */
export async function presentSets(
  db: Reader,
  sets: readonly SetRow[],
  reader: ResultReader,
): Promise<ResultSet[]> {
  const ids = sets.map(({ id }) => id);
  if (ids.length === 0) return [];
  const values = Map.groupBy(await selectValues(db, ids), ({ setId }) => setId);
  const corrections = Map.groupBy(await selectCorrections(db, ids), ({ setId }) => setId);
  const read = sets.map((set) => {
    const current = currentValues(values.get(set.id) ?? [], set.examType);
    return { set, current, remaining: excludeWithdrawn(current) };
  });
  const patientValues = Map.groupBy(
    read.flatMap(({ remaining }) => remaining),
    ({ analyte }) => analyte,
  );
  const samples = Map.groupBy(read, ({ set }) => sampleKey(set));
  return read.map(({ set, current, remaining }) => {
    const analytes = new Set(remaining.flatMap(({ analyte }) => analyte ?? []));
    const hasOverlappingSet = (samples.get(sampleKey(set)) ?? []).some(
      (other) =>
        other.set.id !== set.id &&
        other.remaining.some(({ analyte }) => analytes.has(analyte ?? '')),
    );
    const facts = { patientValues, corrections: corrections.get(set.id) ?? [], hasOverlappingSet };
    return presentSet(set, { current, remaining, ...facts }, reader);
  });
}

/** Equal for sets of one sample: same study and minute. Sets without an hour and withdrawn ones have unique keys. */
const sampleKey = ({ id, patientId, examType, status, collectedAt, collectedTimeKnown }: SetRow) =>
  collectedAt === null || !collectedTimeKnown || status === 'retirado'
    ? id
    : [patientId, examType, collectedAt.toISOString().slice(0, 16)].join('|');

export async function readResult(db: Reader, reader: ResultReader, id: string): Promise<ResultSet> {
  const [set] = await selectSets(db, eq(resultSets.id, id));
  if (set === undefined) throw new Problem('NOT_FOUND');
  const all = await presentSets(db, await selectPatientSets(db, set.patientId), reader);
  const found = all.find(({ idResultSet }) => idResultSet === id);
  if (found === undefined) throw new Problem('NOT_FOUND');
  return found;
}

/** Reads a result for an account that may read it. */
export async function openResult(db: Reader, reader: StaffActor, id: string): Promise<ResultSet> {
  const set = await readResult(db, reader, id);
  await requireReadable(db, reader, set.idUser);
  return set;
}

/** The reader of sets whose permitted actions are not used. */
export const NO_READER = { id: '', capabilities: new Set<never>() };

/** The current numbers and choices of a patient that a text may quote, newest sample first. */
export const findQuotableResults = async (db: Reader, patientId: string) =>
  toQuotableResults(await findResultSets(db, patientId));

/** The results of several patients that a text may quote, by patient id. */
export async function findQuotableResultsOfPatients(
  db: Reader,
  patientIds: readonly string[],
): Promise<ReadonlyMap<string, (QuotableFact | QuotableResult)[]>> {
  const sets = await selectSets(db, inArray(resultSets.patientId, [...patientIds]));
  const presented = await presentSets(db, sets, NO_READER);
  return new Map(
    [...Map.groupBy(presented, ({ idUser }) => idUser)].map(([idUser, patientSets]) => [
      idUser,
      toQuotableResults(patientSets),
    ]),
  );
}

/** Every set of a patient, for PDFs, without permitted actions. */
export async function findResultSets(db: Reader, patientId: string): Promise<ResultSet[]> {
  return presentSets(db, await selectPatientSets(db, patientId), NO_READER);
}

/** Current facts of a result that a report quotes, in addition to the quoted value. */
interface QuotedFacts {
  readonly status: ResultStatus;
  readonly method: string | null;
  /** Flag in the words of the laboratory. */
  readonly flag: string | null;
}

/** Loads a function that finds the facts of a patient's result; null for a deleted or purged result. */
export async function loadQuotedFacts(
  db: Reader,
  patientId: string,
): Promise<(result: QuotableResult) => QuotedFacts | null> {
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
    // A value is corrected if it replaced a final value, whatever the status of its set is.
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
