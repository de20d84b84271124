import type { remindersContract } from '@simiente/contract/reminders/calls';
import { and, eq, gt, ne, sql } from 'drizzle-orm';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Handlers } from '../../platform/calls/handlers.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { idempotent } from '../../platform/idempotency/idempotency-key.ts';
import { Problem } from '../../platform/problem.ts';
import { CANCELLED, doctorAppointments } from '../../schema/appointments.ts';
import { patients } from '../../schema/patients.ts';
import { type AuditAction, audited, auditRead, auditView, writeAudit } from '../audit/public.ts';
import { hasConsent } from '../consents/public.ts';
import { readReminderRules } from '../schedules/public.ts';
import { readClinic, writeText } from './describe.ts';
import {
  type AppointmentTokens,
  appointmentPath,
  type OpenRow,
  selectLinked,
  writeLink,
} from './links.ts';
import { queueChosen } from './queue-reminders.ts';
import { countAwaited, listAwaited, lockLinked, readAwaited } from './read-awaited.ts';

interface ReminderParts {
  readonly tokens: AppointmentTokens;
  readonly sendsMail: boolean;
  /** The address of the installation, without a path. */
  readonly origin: string;
}

const toEntry = (action: AuditAction, { id, patientId }: { id: string; patientId: string }) => ({
  action,
  subject: { kind: 'doctor_appointment' as const, id },
  patientId,
});

export function reminderCalls({
  tokens,
  sendsMail,
  origin,
}: ReminderParts): Handlers<typeof remindersContract> {
  /** An appointment whose patient agrees to WhatsApp, locked. */
  const lockForWhatsapp = async (transaction: Transaction, id: string) => {
    if (!(await readReminderRules(transaction)).isOn) throw new Problem('REMINDERS_OFF');
    const row = await lockLinked(transaction, eq(doctorAppointments.id, id));
    if (row.status === CANCELLED || row.startsAt === null) throw new Problem('NOT_FOUND');
    const [person] = await transaction
      .select({ isAgreed: hasConsent(row.patientId, 'reminders_whatsapp') })
      .from(patients)
      .where(eq(patients.id, row.patientId));
    if (!person?.isAgreed) throw new Problem('REMINDER_NEEDS_CONSENT');
    if (!row.patientPhone) throw new Problem('REMINDER_NEEDS_PHONE');
    return { row: { ...row, startsAt: row.startsAt }, phone: row.patientPhone };
  };
  const show = async (transaction: Transaction, context: StaffContext, id: string) => {
    const awaited = await readAwaited(transaction, id);
    const { idUser: patientId } = awaited.appointment;
    await auditView(transaction, context, toEntry('appointment.read', { id, patientId }));
    return { awaited };
  };

  return {
    list: audited(
      async ({ db, clinicTimeZone }, { days }) => {
        const { isOn, rules } = await readReminderRules(db);
        const hours = rules.map((rule) => (rule.channel === 'whatsapp' ? rule.hoursBefore : 0));
        const appointments = await listAwaited(db, clinicTimeZone, days);
        return { isOn, whatsappHours: Math.max(0, ...hours), appointments };
      },
      ({ days }, { appointments }) => ({
        action: 'appointments.to_confirm_listed',
        details: { days, count: appointments.length },
        shown: appointments.map(({ appointment }) => appointment.idUser),
      }),
    ),

    attention: ({ db, clinicTimeZone }) => countAwaited(db, clinicTimeZone),

    send: idempotent(
      'reminders.send',
      async (transaction, context, { idAppointments }) => {
        if (!sendsMail) throw new Problem('REMINDERS_WITHOUT_MAIL');
        if (!(await readReminderRules(transaction)).isOn) throw new Problem('REMINDERS_OFF');
        const queued = await queueChosen(transaction, idAppointments);
        const entries = queued.map((row) => toEntry('appointment.reminder_queued', row));
        if (entries.length > 0) await writeAudit(transaction, context, ...entries);
        return { queued: queued.length, skipped: new Set(idAppointments).size - queued.length };
      },
      async (transaction, context, counts) => {
        await auditView(transaction, context, { action: 'appointments.to_confirm_listed' });
        return counts;
      },
    ),

    write: ({ db, ...context }, { idAppointment }) =>
      db.transaction(async (transaction) => {
        const { row, phone } = await lockForWhatsapp(transaction, idAppointment);
        await writeLink(transaction, tokens, row);
        const clinic = await readClinic(transaction, context.clinicTimeZone);
        const url = `${origin}${appointmentPath(tokens.derive(row.id))}`;
        await writeAudit(transaction, context, toEntry('appointment.reminder_written', row));
        return {
          text: `${writeText(clinic.rules.text, row, clinic)}\nConfirma aquí: ${url}`,
          phone,
        };
      }),

    recordWhatsapp: idempotent(
      'reminders.recordWhatsapp',
      async (transaction, context, { idAppointment }) => {
        const { row } = await lockForWhatsapp(transaction, idAppointment);
        const facts = { whatsappAt: new Date(), whatsappBy: context.actor.id };
        await writeLink(transaction, tokens, row, facts);
        await writeAudit(transaction, context, toEntry('appointment.whatsapp_sent', row));
        return row.id;
      },
      show,
    ),

    resolve: idempotent(
      'reminders.resolve',
      async (transaction, context, { idAppointment }) => {
        const row = await lockLinked(transaction, eq(doctorAppointments.id, idAppointment));
        if (row.link?.requestedAt || row.link?.cancelledAt) {
          const facts = { request: null, requestedAt: null, cancelledAt: null };
          await writeLink(transaction, tokens, row, facts);
          await writeAudit(transaction, context, toEntry('appointment.link_settled', row));
        }
        return row.id;
      },
      show,
    ),

    preview: async ({ db, ...context }, { text }) => {
      const [row] = await selectLinked(
        db,
        and(gt(doctorAppointments.startsAt, sql`now()`), ne(doctorAppointments.status, CANCELLED)),
      )
        .orderBy(doctorAppointments.startsAt)
        .limit(1);
      if (!row) {
        await auditRead(db, context, { action: 'clinic.settings_read' });
        return { text: null };
      }
      await auditRead(db, context, toEntry('appointment.reminder_written', row));
      const clinic = await readClinic(db, context.clinicTimeZone);
      return { text: writeText(text, row as OpenRow, clinic) };
    },
  };
}
