import type { ResultSet } from '@simiente/contract/results/calls';
import { eq } from 'drizzle-orm';
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
 * @throws Problem NOT_FOUND when the patient does not exist or is deleted
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

export const selectPatientSets = (db: Connection, patientId: string) =>
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

/** @throws Problem NOT_FOUND when it does not exist or its exam or patient is deleted */
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
