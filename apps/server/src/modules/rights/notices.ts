import { dayIn } from '@simiente/contract/common/days';
import type {
  noticeFields,
  PrivacyNotice,
  PrivacyReceipt,
  privacyReceipt,
} from '@simiente/contract/rights/notice-calls';
import { desc, eq, sql } from 'drizzle-orm';
import type * as z from 'zod';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Reader, Transaction } from '../../platform/database/database.ts';
import { newRecordId } from '../../platform/database/record-id.ts';
import { Problem } from '../../platform/problem.ts';
import { noticeInForce, privacyNotices, privacyReceipts } from '../../schema/privacy-notices.ts';
import { staffName } from '../../schema/staff.ts';
import { writeAudit } from '../audit/public.ts';
import { lockPatient } from '../patients/public.ts';

type Clock = Pick<StaffContext, 'clinicTimeZone'>;
type Context = Pick<StaffContext, 'actor' | 'origin' | 'clinicTimeZone'>;

const today = ({ clinicTimeZone }: Clock) => dayIn(clinicTimeZone, new Date());

async function findInForce(db: Reader, clock: Clock): Promise<string | null> {
  const { rows } = await db.execute<{ id: string | null }>(
    sql`select ${noticeInForce(today(clock))} as id`,
  );
  return rows[0]?.id ?? null;
}

/** Newest version first. */
export async function listNotices(db: Reader, clock: Clock): Promise<PrivacyNotice[]> {
  const inForce = await findInForce(db, clock);
  const rows = await db
    .select({
      notice: privacyNotices,
      received: sql<number>`(select count(distinct r.patient_id)::int from privacy_receipts r
        where r.notice_id = privacy_notices.id)`,
      addedBy: staffName(privacyNotices.insertedBy, privacyNotices.insertedAt),
    })
    .from(privacyNotices)
    .orderBy(desc(privacyNotices.effectiveOn), desc(privacyNotices.insertedAt));
  return rows.map(({ notice: { id, insertedAt, insertedBy: _by, ...fields }, ...row }) => ({
    idNotice: id,
    ...fields,
    ...row,
    isInForce: id === inForce,
    addedAt: insertedAt.toISOString(),
  }));
}

export async function addNotice(
  transaction: Transaction,
  context: Context,
  fields: z.output<z.ZodObject<typeof noticeFields>>,
): Promise<{ id: string }> {
  const id = newRecordId('prv');
  await transaction.insert(privacyNotices).values({ id, ...fields, insertedBy: context.actor.id });
  await writeAudit(transaction, context, {
    action: 'privacy_notice.added',
    details: { idNotice: id, effectiveOn: fields.effectiveOn },
  });
  return { id };
}

/** Newest first, and whether any version is in force. */
export async function listReceipts(db: Reader, clock: Clock, patientId: string) {
  const inForce = await findInForce(db, clock);
  const rows = await db
    .select({
      idNotice: privacyNotices.id,
      effectiveOn: privacyNotices.effectiveOn,
      receivedOn: privacyReceipts.receivedOn,
      way: privacyReceipts.way,
      recordedAt: privacyReceipts.recordedAt,
      recordedBy: staffName(privacyReceipts.recordedBy, privacyReceipts.recordedAt),
    })
    .from(privacyReceipts)
    .innerJoin(privacyNotices, eq(privacyNotices.id, privacyReceipts.noticeId))
    .where(eq(privacyReceipts.patientId, patientId))
    .orderBy(desc(privacyReceipts.id));
  const receipts = rows.map(
    (row): PrivacyReceipt => ({
      ...row,
      isInForce: row.idNotice === inForce,
      recordedAt: row.recordedAt.toISOString(),
    }),
  );
  return { receipts, isAnyInForce: inForce !== null };
}

/**
 * Records that a patient received the version in force.
 * @throws Problem NOT_FOUND when the patient does not exist or is deleted
 * @throws Problem BAD_REQUEST for a day in the future of the clinic
 * @throws Problem CONFLICT without a version in force
 */
export async function handNotice(
  transaction: Transaction,
  context: Context,
  {
    idUser: patientId,
    ...fields
  }: { readonly idUser: string } & Pick<z.output<typeof privacyReceipt>, 'receivedOn' | 'way'>,
): Promise<{ id: string }> {
  if (fields.receivedOn > today(context)) {
    const message = 'La fecha no puede ser futura.';
    throw new Problem('BAD_REQUEST', { issues: [{ path: 'receivedOn', message }] });
  }
  await lockPatient(transaction, patientId);
  const noticeId = await findInForce(transaction, context);
  if (noticeId === null) {
    const message = 'No hay un aviso de privacidad vigente. Agrégalo en «Privacidad».';
    throw new Problem('CONFLICT', { issues: [{ path: 'idUser', message }] });
  }
  await transaction
    .insert(privacyReceipts)
    .values({ patientId, noticeId, ...fields, recordedBy: context.actor.id });
  await writeAudit(transaction, context, {
    action: 'privacy_notice.handed',
    subject: { kind: 'patient', id: patientId },
    patientId,
    details: { idNotice: noticeId, way: fields.way },
  });
  return { id: patientId };
}
