import type { StaleDetails } from '@simiente/contract/common/errors';
import type { Patient } from '@simiente/contract/patients/calls';
import { eq, sql } from 'drizzle-orm';
import type { ChangeAct } from '../../platform/act.ts';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { differing } from '../../platform/database/differing.ts';
import { Problem } from '../../platform/problem.ts';
import { patients } from '../../schema/patients.ts';
import { toAuditChanges, writeAudit } from '../audit/public.ts';
import { claimCurp } from './claim-curp.ts';
import { checkIdentification, type GivenFields } from './create-patient.ts';
import { presentPatient } from './present.ts';
import { selectPatient } from './read-patient.ts';

interface PatientEdit extends GivenFields {
  readonly id: string;
  /** Undefined for a legacy client, which overwrites any version. */
  readonly version: number | undefined;
}

/**
 * Sets the sent fields of a patient and keeps the others, even imported values that the form would
 * refuse. An edit without changes keeps the version.
 * @throws Problem NOT_FOUND, CURP_INVALID, CURP_TAKEN, BAD_REQUEST
 * @throws Problem STALE_VERSION with the current patient
 */
export async function updatePatient(
  transaction: Transaction,
  context: ChangeAct & Pick<StaffContext, 'clinicTimeZone'>,
  { id, version, ...fields }: PatientEdit,
): Promise<{ version: number }> {
  const [row] = await selectPatient(transaction, id).for('no key update', { of: patients });
  if (!row) throw new Problem('NOT_FOUND');
  const before = presentPatient(row);
  if (version !== undefined && version !== before.version) {
    throw new Problem('STALE_VERSION', {
      details: { current: before } satisfies StaleDetails<Patient>,
      shows: { kind: 'patient', id, patientId: id },
    });
  }
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
    patientId: id,
    details: { changes: toAuditChanges(context, id, before, changed, ['status']), version: after },
  });
  return { version: after };
}
