import type { StaleDetails } from '@simiente/contract/common/errors';
import type { Patient } from '@simiente/contract/patients/calls';
import { eq, sql } from 'drizzle-orm';
import type { ChangeAct } from '../../platform/act.ts';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { differing } from '../../platform/database/records.ts';
import { Problem } from '../../platform/problem.ts';
import { patients } from '../../schema/patients.ts';
import { toAuditChanges, writeAudit } from '../audit/public.ts';
import { checkIdentification, claimCurp, type GivenFields } from './create-patient.ts';
import { followMerged } from './merges/merged-patient.ts';
import { presentPatient } from './present.ts';
import { readPatient, selectPatient } from './read-patient.ts';

interface PatientEdit extends GivenFields {
  readonly id: string;
  /** Undefined for a legacy client, which overwrites any version. */
  readonly version: number | undefined;
}

export function toStale(current: Patient): Problem {
  const { idUser: id } = current;
  return new Problem('STALE_VERSION', {
    details: { current } satisfies StaleDetails<Patient>,
    shows: { kind: 'patient', id },
  });
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
  { id, version, ...fields }: PatientEdit,
): Promise<{ version: number }> {
  const [row] = await selectPatient(transaction, id).for('no key update', { of: patients });
  if (!row) {
    // An edit of a version of the merged record must not overwrite the kept one.
    const kept = version !== undefined && (await followMerged(transaction, { idUser: id }));
    if (kept) throw toStale(await readPatient(transaction, kept.idUser));
    throw new Problem('NOT_FOUND');
  }
  const before = presentPatient(row);
  if (version !== undefined && version !== before.version) throw toStale(before);
  const changed = differing(before, fields);
  if (Object.keys(changed).length === 0) return { version: before.version };

  checkIdentification(changed, context.clinicTimeZone, before);
  await claimCurp(transaction, changed.curp, id);
  const after = before.version + 1;
  await transaction
    .update(patients)
    .set({
      ...changed,
      ...('curp' in changed && { curpConflict: false }),
      version: after,
      updatedAt: sql`now()`,
    })
    .where(eq(patients.id, id));
  await writeAudit(transaction, context, {
    action: 'patient.updated',
    subject: { kind: 'patient', id },
    details: { changes: toAuditChanges(context, id, before, changed, ['status']), version: after },
  });
  return { version: after };
}
