import {
  EMERGENCY_HOURS,
  EMERGENCY_TOLD_DAYS,
  type EmergencyAccess,
} from '@simiente/contract/emergency-access/calls';
import { and, desc, eq, exists, gt, isNull, sql } from 'drizzle-orm';
import { may, type StaffActor } from '../../platform/act.ts';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Reader, Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { emergencyAccesses } from '../../schema/emergency-accesses.ts';
import { patients } from '../../schema/patients.ts';
import { staff } from '../../schema/staff.ts';
import { ownPatients } from '../appointments/public.ts';
import { writeAudit } from '../audit/public.ts';
import { lockPatient } from '../patients/public.ts';

type Account = Pick<StaffActor, 'id' | 'capabilities'>;

/**
 * Opens the reports and files of a patient for an account whose roles do not see them. The reason is not
 * in the audit, which keeps no text of people.
 * @returns until when
 * @throws Problem NOT_FOUND when the patient does not exist or is deleted
 */
export async function openEmergencyAccess(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin'>,
  { idUser: patientId, reason }: { readonly idUser: string; readonly reason: string },
): Promise<string> {
  await lockPatient(transaction, patientId);
  const [opened] = await transaction
    .insert(emergencyAccesses)
    .values({
      patientId,
      openedBy: context.actor.id,
      reason,
      expiresAt: sql`now() + make_interval(hours => ${EMERGENCY_HOURS})`,
    })
    .returning({ until: emergencyAccesses.expiresAt });
  if (opened === undefined) throw new Error('An insert returns its row');
  await writeAudit(transaction, context, {
    action: 'emergency_access.opened',
    subject: { kind: 'patient', id: patientId },
    patientId,
    details: { hours: EMERGENCY_HOURS },
  });
  return opened.until.toISOString();
}

/** Until when an account may read the reports and files of a patient in an emergency; null where it may not. */
export async function findOpenAccess(
  db: Reader,
  account: Account,
  patientId: string,
): Promise<Date | null> {
  const seesAll = may(account, 'exams.open') && may(account, 'reports.read');
  if (seesAll || !may(account, 'emergency.open')) return null;
  const [open] = await db
    .select({ until: emergencyAccesses.expiresAt })
    .from(emergencyAccesses)
    .where(
      and(
        eq(emergencyAccesses.patientId, patientId),
        eq(emergencyAccesses.openedBy, account.id),
        gt(emergencyAccesses.expiresAt, sql`now()`),
      ),
    )
    .orderBy(desc(emergencyAccesses.expiresAt))
    .limit(1);
  return open?.until ?? null;
}

/** @throws Problem FORBIDDEN for an account without an emergency access to the patient that is open */
export async function requireEmergencyAccess(
  db: Reader,
  account: Account,
  patientId: string,
): Promise<void> {
  if ((await findOpenAccess(db, account, patientId)) === null) throw new Problem('FORBIDDEN');
}

/** Most of one answer; the rest is in the audit. */
const MOST = 20;

/** The emergency accesses of the last days, newest first: all for a reader of the audit, else of own patients. */
export async function listRecent(db: Reader, reader: StaffActor): Promise<EmergencyAccess[]> {
  const readsAll = may(reader, 'audit.read');
  const rows = await db
    .select({
      idUser: patients.id,
      patientName: patients.name,
      openedBy: staff.name,
      reason: emergencyAccesses.reason,
      openedAt: emergencyAccesses.openedAt,
      until: emergencyAccesses.expiresAt,
    })
    .from(emergencyAccesses)
    .innerJoin(
      patients,
      and(eq(patients.id, emergencyAccesses.patientId), isNull(patients.deletedAt)),
    )
    .leftJoin(staff, eq(staff.id, emergencyAccesses.openedBy))
    .where(
      and(
        gt(emergencyAccesses.openedAt, sql`now() - make_interval(days => ${EMERGENCY_TOLD_DAYS})`),
        readsAll ? undefined : exists(ownPatients(db, reader, patients.id)),
      ),
    )
    .orderBy(desc(emergencyAccesses.openedAt))
    .limit(MOST);
  return rows.map(({ openedAt, until, ...row }) => ({
    ...row,
    openedAt: openedAt.toISOString(),
    until: until.toISOString(),
  }));
}
