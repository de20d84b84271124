import { calendarDay } from '@simiente/contract/common/instants';
import { MAX_FAILURES } from '@simiente/contract/deliveries/words';
import { and, eq, sql } from 'drizzle-orm';
import type { Origin } from '../../platform/act.ts';
import type { Database, Reader, Transaction } from '../../platform/database/database.ts';
import { pick } from '../../platform/database/records.ts';
import { hashToken } from '../../platform/identity/sessions/session-token.ts';
import { reportDeliveries } from '../../schema/deliveries.ts';
import { patients } from '../../schema/patients.ts';
import { type AuditAction, writeAudit } from '../audit/public.ts';
import { patientNotDeleted } from '../patients/public.ts';
import { readSealed, type SignedVersion } from '../reports/public.ts';
import { type DeliveryRow, toDeliveryState } from './read-deliveries.ts';
import type { DeliverySecrets } from './secrets.ts';

/** Audits an action of the recipient of a delivery, who has no account. */
const auditRecipient = (
  transaction: Transaction,
  origin: Origin,
  action: Extract<AuditAction, `report_delivery.${string}`>,
  { id, patientId }: Pick<DeliveryRow, 'id' | 'patientId'>,
  details?: Readonly<Record<string, string | number>>,
) =>
  writeAudit(
    transaction,
    { actor: { kind: 'anonymous' }, origin },
    { action, subject: { kind: 'report_delivery', id }, patientId, ...(details && { details }) },
  );

function selectByToken(db: Reader, token: string) {
  return db
    .select({
      ...pick(reportDeliveries, ['id', 'patientId', 'versionId', 'failures', 'expiresAt']),
      ...pick(reportDeliveries, ['closedFor', 'requestedAt']),
      birthDate: patients.birthDate,
    })
    .from(reportDeliveries)
    .innerJoin(patients, and(eq(patients.id, reportDeliveries.patientId), patientNotDeleted))
    .where(eq(reportDeliveries.tokenHash, hashToken(token)));
}

type FoundDelivery = Awaited<ReturnType<typeof selectByToken>>[number];

/** The delivery of an open link; null for any other link, whatever the reason. */
export async function findOpen(
  db: Reader,
  token: string,
  { lock = false } = {},
): Promise<FoundDelivery | null> {
  const query = selectByToken(db, token);
  const [found] = await (lock ? query.for('update', { of: reportDeliveries }) : query);
  return found && toDeliveryState(found, new Date()) === 'open' ? found : null;
}

const DATE_FIELDS = ['day', 'month', 'year'] as const;
export const ANSWER_FIELDS = [...DATE_FIELDS, 'code'] as const;
/** The birth date and code as a recipient typed them. */
export type TypedAnswer = Readonly<Record<(typeof ANSWER_FIELDS)[number], string>>;

/** Reads an answer in its usual spellings. An invalid one, such as a year of two digits, does not count as an attempt. */
export function readAnswer(typed: TypedAnswer) {
  const [day = '', month = '', year = ''] = DATE_FIELDS.map((name) => typed[name].trim());
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const birthDate = calendarDay.safeParse(date).data;
  if (birthDate === undefined) {
    const message = /^\d{1,2}\/\d{1,2}\/\d{4}$/.test(`${day}/${month}/${year}`)
      ? 'Esa fecha no existe. Revisa el día, el mes y el año.'
      : 'Escribe con números el día, el mes y el año en que naciste; el año, completo.';
    return { fault: { message, fields: DATE_FIELDS } };
  }
  const code = typed.code.replaceAll(/[\s-]/g, '');
  return /^\d{6}$/.test(code)
    ? { answer: { birthDate, code } }
    : { fault: { message: 'El código tiene 6 dígitos.', fields: ['code'] as const } };
}

type Opening =
  | { readonly is: 'closed' }
  /** Quoted results changed, and no doctor has reviewed the report since. */
  | { readonly is: 'paused' }
  | { readonly is: 'wrong'; readonly attemptsLeft: number; readonly expiresAt: Date }
  | {
      readonly is: 'open';
      readonly id: string;
      readonly signed: SignedVersion;
      readonly expiresAt: Date;
    };

/**
 * Opens a delivery with birth date and code. A lock serialises simultaneous attempts, so that each one is counted, and
 * a closing of the link.
 */
export function openDelivery(
  db: Database,
  origin: Origin,
  token: string,
  answer: { readonly birthDate: string; readonly code: string },
  secrets: DeliverySecrets,
): Promise<Opening> {
  return db.transaction(async (transaction): Promise<Opening> => {
    const delivery = await findOpen(transaction, token, { lock: true });
    if (delivery === null) return { is: 'closed' };
    const { id, expiresAt } = delivery;
    // Both are always compared, so the duration does not reveal which of them is wrong.
    const isCode = secrets.isCode(id, answer.code);
    if (delivery.birthDate !== answer.birthDate || !isCode) {
      return countFailure(transaction, origin, delivery);
    }
    const signed = await readSealed(transaction, delivery.versionId);
    if (signed.isBasisChanged && signed.state.is === 'vigente') {
      await auditRecipient(transaction, origin, 'report_delivery.paused', delivery, {
        version: delivery.versionId,
      });
      return { is: 'paused' };
    }
    await transaction
      .update(reportDeliveries)
      .set({ opens: sql`${reportDeliveries.opens} + 1`, openedAt: sql`now()` })
      .where(eq(reportDeliveries.id, id));
    await auditRecipient(transaction, origin, 'report_delivery.opened', delivery, {
      version: delivery.versionId,
      state: signed.state.is,
    });
    return { is: 'open', id, signed, expiresAt };
  });
}

/** Counts a wrong answer; the last one closes the link. */
async function countFailure(
  transaction: Transaction,
  origin: Origin,
  delivery: FoundDelivery,
): Promise<Opening> {
  const failures = delivery.failures + 1;
  const closes = failures >= MAX_FAILURES;
  await transaction
    .update(reportDeliveries)
    .set({ failures, ...(closes && { closedAt: sql`now()`, closedFor: 'failures' as const }) })
    .where(eq(reportDeliveries.id, delivery.id));
  const action = closes ? 'report_delivery.closed' : 'report_delivery.refused';
  await auditRecipient(transaction, origin, action, delivery, { failures });
  if (closes) return { is: 'closed' };
  const attemptsLeft = MAX_FAILURES - failures;
  return { is: 'wrong', attemptsLeft, expiresAt: delivery.expiresAt };
}

/**
 * Counts a download, and reads the version of an open delivery. Null for an expired link or grant, and for a version
 * that was withdrawn or quotes changed results.
 */
export function takeDownload(
  db: Database,
  origin: Origin,
  token: string,
  grant: string,
  secrets: DeliverySecrets,
): Promise<SignedVersion | null> {
  return db.transaction(async (transaction) => {
    const delivery = await findOpen(transaction, token, { lock: true });
    if (delivery === null || !secrets.isGrant(delivery.id, grant, new Date())) return null;
    const signed = await readSealed(transaction, delivery.versionId);
    if (signed.state.is === 'retirado' || signed.isBasisChanged) return null;
    await transaction
      .update(reportDeliveries)
      .set({ downloads: sql`${reportDeliveries.downloads} + 1` })
      .where(eq(reportDeliveries.id, delivery.id));
    await auditRecipient(transaction, origin, 'report_delivery.downloaded', delivery, {
      version: delivery.versionId,
    });
    return signed;
  });
}

/** Creates a task for staff from a closed or expired link. Other links are ignored, and get the same answer. */
export function requestAnother(db: Database, origin: Origin, token: string): Promise<void> {
  return db.transaction(async (transaction) => {
    const [delivery] = await selectByToken(transaction, token).for('update', {
      of: reportDeliveries,
    });
    if (!delivery || delivery.requestedAt !== null) return;
    if (toDeliveryState(delivery, new Date()) === 'open') return;
    await transaction
      .update(reportDeliveries)
      .set({ requestedAt: sql`now()` })
      .where(eq(reportDeliveries.id, delivery.id));
    await auditRecipient(transaction, origin, 'report_delivery.requested', delivery);
  });
}
