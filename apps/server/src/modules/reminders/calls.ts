import { addDays, dayIn, startOfDay } from '@simiente/contract/common/days';
import type { AwaitedAppointment, remindersContract } from '@simiente/contract/reminders/calls';
import { and, asc, eq, gt, gte, isNotNull, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Handlers } from '../../platform/calls/handlers.ts';
import type { Reader, Transaction } from '../../platform/database/database.ts';
import { pick } from '../../platform/database/records.ts';
import { idempotent } from '../../platform/idempotency/idempotency-key.ts';
import { Problem } from '../../platform/problem.ts';
import { appointmentLinks } from '../../schema/appointment-links.ts';
import { CANCELLED, doctorAppointments } from '../../schema/appointments.ts';
import { presentDoctorAppointment, shownAttendance } from '../appointments/public.ts';
import { type AuditAction, audited, auditRead, auditView, writeAudit } from '../audit/public.ts';
import { readReminderRules } from '../schedules/public.ts';
import { queueChosen, readClinic, writeText } from './letters.ts';
import {
  type AppointmentTokens,
  appointmentPath,
  type DatedRow,
  getLinkState,
  type LinkedRow,
  selectLinked,
  writeLink,
} from './links.ts';

interface ReminderDeps {
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
}: ReminderDeps): Handlers<typeof remindersContract> {
  /** Locks an appointment about which the patient may get a WhatsApp message. */
  const lockForWhatsapp = async (transaction: Transaction, id: string) => {
    if (!(await readReminderRules(transaction)).isOn) throw new Problem('REMINDERS_OFF');
    const row = await lockLinked(transaction, eq(doctorAppointments.id, id));
    if (row.status === CANCELLED || row.startsAt === null) throw new Problem('NOT_FOUND');
    if (!row.agreed.whatsapp) throw new Problem('REMINDER_NEEDS_CONSENT');
    if (!row.patientPhone) throw new Problem('REMINDER_NEEDS_PHONE');
    return { row: { ...row, startsAt: row.startsAt }, phone: row.patientPhone };
  };
  const show = async (transaction: Transaction, context: StaffContext, id: string) => {
    const [row] = await selectLinked(transaction, eq(doctorAppointments.id, id));
    if (!row) throw new Problem('NOT_FOUND');
    await auditView(transaction, context, toEntry('appointment.read', row));
    return { awaited: present(row) };
  };

  return {
    list: audited(
      async ({ db, clinicTimeZone }, { days }) => {
        const { isOn, rules } = await readReminderRules(db);
        const hours = rules.map((rule) => (rule.channel === 'whatsapp' ? rule.hoursBefore : 0));
        const rows = await selectAwaited(db, clinicTimeZone, days);
        return { isOn, whatsappHours: Math.max(0, ...hours), appointments: rows.map(present) };
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
      return { text: writeText(text, row as DatedRow, clinic) };
    },
  };
}

/** Condition for appointments whose patient requested another time or cancelled by the link, which staff must answer. */
const needsAnswer = and(
  eq(appointmentLinks.startsAt, doctorAppointments.startsAt),
  or(
    and(ne(doctorAppointments.status, CANCELLED), isNotNull(appointmentLinks.requestedAt)),
    and(eq(doctorAppointments.status, CANCELLED), isNotNull(appointmentLinks.cancelledAt)),
  ),
);

/** Future appointments that are on one of `days` days from tomorrow on, or that need an answer, in order. */
const selectAwaited = (db: Reader, timeZone: string, days: number) => {
  const tomorrow = addDays(dayIn(timeZone, new Date()), 1);
  const from = startOfDay(tomorrow, timeZone);
  const to = startOfDay(addDays(tomorrow, days), timeZone);
  const { startsAt, status } = doctorAppointments;
  const isInDays = and(gte(startsAt, from), lt(startsAt, to), ne(status, CANCELLED));
  return selectLinked(db, and(gt(startsAt, sql`now()`), or(isInDays, needsAnswer))).orderBy(
    asc(startsAt),
    asc(doctorAppointments.id),
  );
};

async function lockLinked(db: Reader, where: SQL): Promise<LinkedRow> {
  const [row] = await selectLinked(db, where).for('update', { of: doctorAppointments });
  if (!row) throw new Problem('NOT_FOUND');
  return row;
}

/**
 * Counts the unconfirmed appointments of the next three days or with an open request, and the requests and
 * cancellations by links that staff must answer.
 */
async function countAwaited(db: Reader, timeZone: string) {
  const rows = await selectAwaited(db, timeZone, 3);
  const activeRows = rows.filter(({ status }) => status !== CANCELLED);
  return {
    toConfirm: activeRows.filter((row) => shownAttendance(row).length === 0).length,
    requests: activeRows.filter((row) => getLinkState(row)?.requestedAt).length,
    cancelled: rows.length - activeRows.length,
  };
}

function present(row: LinkedRow): AwaitedAppointment {
  const facts = getLinkState(row);
  return {
    appointment: presentDoctorAppointment(row),
    ...pick(row, ['mail', 'agreed']),
    readAt: facts?.readAt?.toISOString() ?? null,
    cancelledAt: facts?.cancelledAt?.toISOString() ?? null,
    whatsapp: facts?.whatsappAt ? { at: facts.whatsappAt.toISOString(), by: row.whatsappBy } : null,
  };
}
