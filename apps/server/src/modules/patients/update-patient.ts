import type { Patient, patientsContract } from '@simiente/contract/patients/calls';
import type { ChangeAct } from '../../platform/act.ts';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { CallInput } from '../../platform/calls/handlers.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { findChanges } from '../../platform/database/records.ts';
import { Problem, toStaleProblem } from '../../platform/problem.ts';
import { patients } from '../../schema/patients.ts';
import { writeEdit } from '../audit/public.ts';
import { checkIdentification, claimCurp } from './create-patient.ts';
import { resolveMerged } from './merges/merged-patient.ts';
import { presentPatient } from './present.ts';
import { readPatient, selectPatient } from './read-patient.ts';

export function toStale(current: Patient): Problem {
  return toStaleProblem<Patient>(current, { kind: 'patient', id: current.idUser });
}

/**
 * Sets the sent fields of a patient and keeps the others, even imported values that the form would reject. An edit
 * without changes keeps the version.
 * @throws Problem CURP_INVALID, CURP_TAKEN, BAD_REQUEST
 * @throws Problem STALE_VERSION with the current patient, also if the patient was merged
 */
export async function updatePatient(
  transaction: Transaction,
  context: ChangeAct & Pick<StaffContext, 'clinicTimeZone'>,
  { idUser: id, version, ...fields }: CallInput<typeof patientsContract.update>,
): Promise<{ version: number }> {
  const [row] = await selectPatient(transaction, id).for('no key update', { of: patients });
  if (!row) {
    // A form opened before the merge gets the kept record as a conflict, and must not overwrite it.
    const merged = version !== undefined && (await resolveMerged(transaction, { idUser: id }));
    if (merged) throw toStale(await readPatient(transaction, merged.idUser));
    throw new Problem('NOT_FOUND');
  }
  const before = presentPatient(row);
  if (version !== undefined && version !== before.version) throw toStale(before);
  const changed = findChanges(before, fields);
  if (Object.keys(changed).length === 0) return { version: before.version };

  checkIdentification(changed, context.clinicTimeZone, before);
  await claimCurp(transaction, changed.curp, id);
  const newVersion = await writeEdit(transaction, context, patients, {
    action: 'patient.updated',
    subject: { kind: 'patient', id },
    before,
    changed,
    plain: ['status'],
    columns: { ...changed, ...('curp' in changed && { curpConflict: false }) },
  });
  return { version: newVersion };
}
