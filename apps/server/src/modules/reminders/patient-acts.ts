import type { OtherTimeRequest } from '@simiente/contract/reminders/request';
import type { ReminderRules } from '@simiente/contract/reminders/rules';
import { eq } from 'drizzle-orm';
import type { Origin } from '../../platform/act.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { nextVersion } from '../../platform/database/records.ts';
import { CANCELLED, doctorAppointments } from '../../schema/appointments.ts';
import { shownAttendance } from '../appointments/public.ts';
import { type AuditEntry, writeAudit } from '../audit/public.ts';
import { readReminderRules } from '../schedules/public.ts';
import { type AppointmentTokens, findOpen, linkFacts, type OpenRow, writeLink } from './links.ts';

const HOUR = 3_600_000;

/** Whether the patient may still act: the appointment is not cancelled, has not begun and has no recorded visit. */
export const mayAct = (row: OpenRow) =>
  row.status !== CANCELLED &&
  row.startsAt.getTime() > Date.now() &&
  shownAttendance(row).every(({ step }) => step === 'confirmed');

export const mayCancel = (row: OpenRow, { cancelUntilHours }: ReminderRules) =>
  mayAct(row) && row.startsAt.getTime() - cancelUntilHours * HOUR > Date.now();

interface PatientAct {
  readonly db: Database;
  readonly origin: Origin;
  readonly tokens: AppointmentTokens;
  readonly token: string;
}

/** Locks the appointment of a link, and runs an act on it. Returns false for an invalid link. */
function actByLink(
  { db, origin, token }: PatientAct,
  write: (
    transaction: Transaction,
    row: OpenRow,
    audit: (action: AuditEntry['action'], details?: AuditEntry['details']) => Promise<void>,
  ) => Promise<void>,
): Promise<boolean> {
  return db.transaction(async (transaction) => {
    const row = await findOpen(transaction, token, { lock: true });
    if (row === null) return false;
    await write(transaction, row, (action, details) =>
      writeAudit(
        transaction,
        { actor: { kind: 'anonymous' }, origin },
        {
          action,
          subject: { kind: 'doctor_appointment', id: row.id },
          patientId: row.patientId,
          details,
        },
      ),
    );
    return true;
  });
}

const change = (
  transaction: Transaction,
  { id }: OpenRow,
  fields: Partial<typeof doctorAppointments.$inferInsert>,
) =>
  transaction
    .update(doctorAppointments)
    .set({ ...fields, ...nextVersion(doctorAppointments) })
    .where(eq(doctorAppointments.id, id));

/** Records that a browser showed the page. Only the first time counts. */
export function recordRead(act: PatientAct): Promise<boolean> {
  return actByLink(act, async (transaction, row, audit) => {
    if (linkFacts(row)?.readAt) return;
    await writeLink(transaction, act.tokens, row, { readAt: new Date() });
    await audit('appointment.link_read');
  });
}

/** Confirms an appointment, which ends a request for another time. */
export function confirmByLink(act: PatientAct): Promise<boolean> {
  return actByLink(act, async (transaction, row, audit) => {
    if (!mayAct(row) || shownAttendance(row).length > 0) return;
    const step = {
      step: 'confirmed' as const,
      at: new Date().toISOString(),
      staffId: null,
      by: null,
      startsAt: row.startsAt.toISOString(),
    };
    await change(transaction, row, { attendance: [step] });
    await writeLink(transaction, act.tokens, row, { request: null, requestedAt: null });
    await audit('appointment.link_confirmed', { version: row.version + 1 });
  });
}

/** Requests another time, which withdraws a confirmation. The appointment stays until staff answer. */
export function requestOtherTime(act: PatientAct, request: OtherTimeRequest): Promise<boolean> {
  return actByLink(act, async (transaction, row, audit) => {
    if (!mayAct(row)) return;
    const withdraws = shownAttendance(row).length > 0;
    if (withdraws) await change(transaction, row, { attendance: [] });
    await writeLink(transaction, act.tokens, row, { request, requestedAt: new Date() });
    const changes = { attendance: { from: 'confirmed', to: null } };
    await audit(
      'appointment.link_asked',
      withdraws ? { changes, version: row.version + 1 } : undefined,
    );
  });
}

/** Cancels an appointment, until the deadline that the clinic sets. */
export function cancelByLink(act: PatientAct): Promise<boolean> {
  return actByLink(act, async (transaction, row, audit) => {
    if (!mayCancel(row, await readReminderRules(transaction))) return;
    await change(transaction, row, {
      status: CANCELLED,
      cancellationReason: 'El paciente la canceló desde su enlace.',
    });
    const facts = { cancelledAt: new Date(), request: null, requestedAt: null };
    await writeLink(transaction, act.tokens, row, facts);
    await audit('appointment.link_cancelled', {
      changes: { status: { from: row.status, to: CANCELLED } },
      version: row.version + 1,
    });
  });
}
