import { getAuditAct } from '@simiente/contract/audit/acts';
import type { Client } from 'pg';
import type { AuditAction } from '../../modules/audit/public.ts';

/** An act of the audit after a moment, which a return to that moment undoes. */
export interface LaterAct {
  readonly at: Date;
  readonly action: string;
  /** The e-mail of the account that it changed, or else of its actor. */
  readonly account: string | null;
  /** The record of the act, if it has one. */
  readonly record: string | null;
  /** The patient whose record that is, if it is not the patient's own. */
  readonly patient: string | null;
}

/** Acts that an operator must decide on again, without those that `voidAccess` ends. */
const ACTS_TO_REVIEW: readonly AuditAction[] = [
  'staff.created',
  'staff.invited',
  'staff.status_changed',
  'staff.roles_changed',
  'staff.doctor_changed',
  'staff.password_reset',
  'staff.link_used',
  'account.password_changed',
  'account.renamed',
  'two_factor.enabled',
  'two_factor.disabled',
  'two_factor.recovery_codes_made',
  'two_factor.recovery_code_used',
  'two_factor.reset',
  'passkey.added',
  'passkey.removed',
  'passkey.reset',
  'provider.bound',
  'provider.removed',
  'provider.reset',
  'professional_identity.entered',
  'professional_identity.confirmed',
  'professional_identity.suspended',
  'professional_identity.return_confirmed',
  'professional_identity.restored',
  'consent.recorded',
  'consent.withdrawn',
  'report.signed',
  'report.withdrawn',
  // A discarded draft or result waits again after a restore.
  'report.draft_discarded',
  'received_result.discarded',
  // No other record shows that it was used.
  'emergency_access.opened',
  'result.corrected',
  'analyte_range.set',
  'analyte_range.updated',
  'letterhead.changed',
  'clinic.settings_changed',
  'record.deleted',
  'record.restored',
  'record.blocked',
  'record.unblocked',
  'record.purged',
  'secrets.rotated',
  'secrets.retired',
];

/** @returns the acts after a moment that an operator must look at again, oldest first */
export async function listLaterActs(client: Client, since: Date): Promise<LaterAct[]> {
  const { rows } = await client.query<LaterAct>(
    `select e.at, e.action, s.email as account,
            case when e.subject_kind <> 'staff' then e.subject_id end as record,
            nullif(e.patient_id, e.subject_id) as patient
       from audit_events e
       left join staff s on s.id = case when e.subject_kind = 'staff' then e.subject_id else e.actor_id end
      where e.at > $1 and e.action = any($2::text[]) order by e.id`,
    [since, ACTS_TO_REVIEW],
  );
  return rows;
}

/** Prints the acts that a return undoes, so that an operator can repeat those that still apply. */
export function printLaterActs(acts: readonly LaterAct[]): void {
  if (acts.length === 0) return;
  console.log(
    'Estas acciones ocurrieron después de ese momento y no están en la restauración; repite las que aún hagan falta:',
  );
  for (const { at, action, account, record, patient } of acts) {
    const { did, what } = getAuditAct(action);
    const about = [record, patient, account].filter((name) => name !== null).join(', ');
    console.log(`  ${at.toISOString()}  ${`${did} ${what}`.trim()}${about && ` (${about})`}`);
  }
}
