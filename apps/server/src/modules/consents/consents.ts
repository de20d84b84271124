import { dayIn } from '@simiente/contract/common/days';
import type { Consent } from '@simiente/contract/consents/calls';
import {
  CONSENT_IN_FORCE,
  CONSENT_NOT_IN_FORCE,
  type ConsentWay,
  FUTURE_CONSENT,
} from '@simiente/contract/consents/fields';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Reader, Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { consents } from '../../schema/consents.ts';
import { staffName } from '../../schema/staff.ts';
import { writeAudit } from '../audit/public.ts';
import { lockPatient, lockPatientAlone } from '../patients/public.ts';

/** Newest first; at most the first is in force. */
export async function readConsents(db: Reader, patientId: string): Promise<Consent[]> {
  const rows = await db
    .select({
      consent: consents,
      recordedBy: staffName(consents.recordedBy, consents.recordedAt),
      withdrawnBy: staffName(consents.withdrawnBy, consents.withdrawnAt),
    })
    .from(consents)
    .where(eq(consents.patientId, patientId))
    .orderBy(desc(consents.id));
  return rows.map(({ consent, recordedBy, withdrawnBy }) => ({
    version: consent.version,
    givenOn: consent.givenOn,
    way: consent.way,
    recordedAt: consent.recordedAt.toISOString(),
    recordedBy: recordedBy ?? consent.recordedBy,
    withdrawnAt: consent.withdrawnAt?.toISOString() ?? null,
    withdrawalReason: consent.withdrawalReason,
    withdrawnBy: withdrawnBy ?? consent.withdrawnBy,
  }));
}

function conflict(message: string): Problem {
  return new Problem('CONFLICT', { issues: [{ path: 'idUser', message }] });
}

interface GivenConsent {
  readonly idUser: string;
  readonly version: string;
  readonly givenOn: string;
  readonly way: ConsentWay;
}

/**
 * Records a consent that a patient gave.
 * @throws Problem NOT_FOUND when the patient does not exist or is deleted
 * @throws Problem BAD_REQUEST for a day in the future of the clinic
 * @throws Problem CONFLICT when there is one
 */
export async function recordConsent(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin' | 'clinicTimeZone'>,
  { idUser: patientId, version, givenOn, way }: GivenConsent,
): Promise<{ id: string }> {
  if (givenOn > dayIn(context.clinicTimeZone, new Date())) {
    throw new Problem('BAD_REQUEST', { issues: [{ path: 'givenOn', message: FUTURE_CONSENT }] });
  }
  await lockPatient(transaction, patientId);
  const made = await transaction
    .insert(consents)
    .values({ patientId, version, givenOn, way, recordedBy: context.actor.id })
    // The unique index is of consents in force.
    .onConflictDoNothing()
    .returning({ id: consents.id });
  if (made.length === 0) throw conflict(CONSENT_IN_FORCE);
  await writeAudit(transaction, context, {
    action: 'consent.recorded',
    subject: { kind: 'patient', id: patientId },
    patientId,
    details: { version, way },
  });
  return { id: patientId };
}

/**
 * Withdraws the consent of a patient that is in force.
 * @throws Problem NOT_FOUND when the patient does not exist or is deleted
 * @throws Problem CONFLICT when no consent is in force
 */
export async function withdrawConsent(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin'>,
  { idUser: patientId, reason }: { readonly idUser: string; readonly reason: string },
): Promise<{ id: string }> {
  // A delivery that is not committed yet is closed too.
  await lockPatientAlone(transaction, patientId);
  const withdrawn = await transaction
    .update(consents)
    .set({ withdrawnAt: sql`now()`, withdrawalReason: reason, withdrawnBy: context.actor.id })
    .where(and(eq(consents.patientId, patientId), isNull(consents.withdrawnAt)))
    .returning({ version: consents.version });
  const [consent] = withdrawn;
  if (consent === undefined) throw conflict(CONSENT_NOT_IN_FORCE);
  await writeAudit(transaction, context, {
    action: 'consent.withdrawn',
    subject: { kind: 'patient', id: patientId },
    patientId,
    details: { version: consent.version },
  });
  return { id: patientId };
}
