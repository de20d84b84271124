import { dayIn } from '@simiente/contract/common/days';
import type { Consent, consentsContract } from '@simiente/contract/consents/calls';
import {
  CONSENT_IN_FORCE,
  CONSENT_NOT_IN_FORCE,
  FUTURE_CONSENT,
} from '@simiente/contract/consents/fields';
import type { ConsentPurpose } from '@simiente/contract/consents/texts';
import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { CallInput, Handlers } from '../../platform/calls/handlers.ts';
import type { Reader, Transaction } from '../../platform/database/database.ts';
import { pick, toWire } from '../../platform/database/records.ts';
import { idempotent } from '../../platform/idempotency/idempotency-key.ts';
import { toFieldProblem } from '../../platform/problem.ts';
import { consents } from '../../schema/consents.ts';
import { staffName } from '../../schema/staff.ts';
import { writeAudit } from '../audit/public.ts';
import { lockPatient, lockPatientExclusively, patientSection } from '../patients/public.ts';

const { list, show } = patientSection('patient.consents_read', async (db, idUser) => ({
  consents: await readConsents(db, idUser),
}));

export const consentCalls: Handlers<typeof consentsContract> = {
  list,
  record: idempotent('consents.record', recordConsent, show),
  withdraw: idempotent('consents.withdraw', withdrawConsent, show),
};

export const hasConsent = (patientId: AnyPgColumn | string, purpose: ConsentPurpose) =>
  sql<boolean>`exists (select from ${consents} c
    where c.patient_id = ${patientId} and c.purpose = ${purpose} and c.withdrawn_at is null)`;

/** Whether the patient withdrew the consent to the processing of health data, and gave none afterwards. */
export const healthConsentWithdrawn = (patientId: string): SQL<boolean> =>
  sql<boolean>`(exists (select from ${consents} c where c.patient_id = ${patientId} and c.purpose = 'health_data')
    and not ${hasConsent(patientId, 'health_data')})`;

/** A patient's consents, newest first. At most one consent to a purpose is in force. */
export async function readConsents(db: Reader, patientId: string): Promise<Consent[]> {
  const rows = await db
    .select({
      ...pick(consents, ['purpose', 'version', 'givenOn', 'way', 'recordedAt', 'withdrawnAt']),
      withdrawalReason: consents.withdrawalReason,
      recordedBy: sql<string>`coalesce(${staffName(consents.recordedBy, consents.recordedAt)}, ${consents.recordedBy})`,
      withdrawnBy: sql<
        string | null
      >`coalesce(${staffName(consents.withdrawnBy, consents.withdrawnAt)}, ${consents.withdrawnBy})`,
    })
    .from(consents)
    .where(eq(consents.patientId, patientId))
    .orderBy(desc(consents.id));
  return rows.map(toWire);
}

/**
 * Records consents that a patient gave together, in one transaction.
 * @throws Problem BAD_REQUEST for a day in the clinic's future
 * @throws Problem CONFLICT when a consent to one of the purposes is in force
 */
async function recordConsent(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin' | 'clinicTimeZone'>,
  { idUser: patientId, purposes, version, givenOn, way }: CallInput<typeof consentsContract.record>,
): Promise<{ id: string }> {
  if (givenOn > dayIn(context.clinicTimeZone, new Date())) {
    throw toFieldProblem('BAD_REQUEST', 'givenOn', FUTURE_CONSENT);
  }
  await lockPatient(transaction, patientId);
  const uniquePurposes = [...new Set(purposes)];
  const consent = { patientId, version, givenOn, way, recordedBy: context.actor.id };
  const inserted = await transaction
    .insert(consents)
    .values(uniquePurposes.map((purpose) => ({ ...consent, purpose })))
    // A unique index allows one consent in force for each purpose.
    .onConflictDoNothing()
    .returning({ id: consents.id });
  if (inserted.length < uniquePurposes.length) {
    throw toFieldProblem('CONFLICT', 'idUser', CONSENT_IN_FORCE);
  }
  await writeAudit(transaction, context, {
    action: 'consent.recorded',
    subject: { kind: 'patient', id: patientId },
    details: { purposes: purposes.join(', '), version, way },
  });
  return { id: patientId };
}

/**
 * Withdraws the consent of a patient to a purpose.
 * @throws Problem CONFLICT when no consent is in force
 */
export async function withdrawConsent(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin'>,
  { idUser: patientId, purpose, reason }: CallInput<typeof consentsContract.withdraw>,
): Promise<{ id: string }> {
  // Waits for an uncommitted delivery of a report, so that the withdrawal closes it too.
  await lockPatientExclusively(transaction, patientId);
  const [withdrawn] = await transaction
    .update(consents)
    .set({ withdrawnAt: sql`now()`, withdrawalReason: reason, withdrawnBy: context.actor.id })
    .where(
      and(
        eq(consents.patientId, patientId),
        eq(consents.purpose, purpose),
        isNull(consents.withdrawnAt),
      ),
    )
    .returning({ version: consents.version });
  if (withdrawn === undefined) {
    throw toFieldProblem('CONFLICT', 'idUser', CONSENT_NOT_IN_FORCE);
  }
  await writeAudit(transaction, context, {
    action: 'consent.withdrawn',
    subject: { kind: 'patient', id: patientId },
    details: { purpose, version: withdrawn.version },
  });
  return { id: patientId };
}
