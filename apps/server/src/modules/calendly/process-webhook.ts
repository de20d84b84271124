import { randomUUID } from 'node:crypto';
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import * as z from 'zod';
import type { ChangeAct } from '../../platform/act.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { LOCKS } from '../../platform/database/locks.ts';
import { findChanges, nextVersion } from '../../platform/database/records.ts';
import { CANCELLED, recipeAppointments } from '../../schema/appointments.ts';
import { clinicSettings } from '../../schema/clinic-settings.ts';
import { doctors } from '../../schema/doctors.ts';
import { bookingField, inboxMessages } from '../../schema/operation/inbox.ts';
import { replacedFiles } from '../../schema/operation/replaced-files.ts';
import { toAuditChanges, writeAudit } from '../audit/public.ts';
import { createInbox } from '../inbox/public.ts';
import { lockPatientByEmail } from '../patients/public.ts';
import {
  type Booking,
  type CalendlyEvent,
  mergeEvents,
  readEvent,
  usedEvents,
  webUrl,
} from './booking.ts';

interface WebhookResult {
  readonly outcome: 'applied' | 'ignored' | 'failed';
  readonly reason: WebhookReason | null;
  readonly columns?: { readonly appointmentId: string | null };
}

/**
 * Applies a webhook, in one transaction with its outcome. A processed webhook stays unchanged. After a fault only
 * the failed webhook is stored, which can be replayed.
 * @throws errors of an unavailable database
 */
export async function processWebhook(
  deps: { readonly db: Database; readonly log: Pick<Logger, 'error'> },
  act: ChangeAct,
  id: number,
): Promise<WebhookResult> {
  return calendlyInbox.process<WebhookResult, undefined>(deps, id, {
    run: (work) =>
      deps.db.transaction(async (transaction) => {
        await transaction.execute(sql`select pg_advisory_xact_lock(${LOCKS.calendly})`);
        return work(transaction, undefined);
      }),
    toEarlierResult: (row) => row as WebhookResult,
    apply: (transaction, webhook) => applyEvent(transaction, act, webhook),
    fail: () => ({ result: { outcome: 'failed', reason: 'fault' }, isFault: true }),
  });
}

async function applyEvent(
  transaction: Transaction,
  act: ChangeAct,
  { id, event: name, payload }: { readonly id: number; event: string; payload: unknown },
): Promise<WebhookResult> {
  if (name !== 'unknown' && !usedEvents.some((used) => used === name)) {
    return { outcome: 'ignored', reason: 'event-not-used' };
  }
  const parsed = readEvent(payload);
  if ('invalidFields' in parsed) {
    const reason = `payload-mismatch: ${parsed.invalidFields.join(', ')}` as const;
    return { outcome: 'failed', reason };
  }
  const booking = mergeEvents(await readChain(transaction, parsed.event));
  if (!booking) return { outcome: 'ignored', reason: 'awaiting-new-booking' };
  const applied = await applyBooking(transaction, act, booking, id);
  if (applied === 'two-patients') return { outcome: 'failed', reason: applied };
  const columns = { appointmentId: applied.appointmentId };
  if (!applied.changed) return { outcome: 'ignored', reason: 'already-known', columns };
  const hasUnsafeLink = booking.joinUrl !== null && webUrl(booking.joinUrl) === null;
  const reason = hasUnsafeLink ? 'meeting-url-not-web' : null;
  return { outcome: 'applied', reason, columns };
}

const payloadField = (field: Parameters<typeof bookingField>[1]) =>
  bookingField(inboxMessages.payload, field);

/**
 * Every delivered event of a booking, of the bookings that it replaced and of those that replaced it. Includes events
 * of failed and unfinished webhooks, so that the webhook that is processed last sees the complete chain.
 */
async function readChain(transaction: Transaction, first: CalendlyEvent): Promise<CalendlyEvent[]> {
  const uris = new Set(getUris(first));
  for (;;) {
    const countBefore = uris.size;
    const uriList = [...uris];
    const rows = await transaction
      .select({ payload: inboxMessages.payload })
      .from(inboxMessages)
      .where(
        sql`${inArray(inboxMessages.event, [...usedEvents])} and (${or(
          inArray(payloadField('uri'), uriList),
          inArray(payloadField('old_invitee'), uriList),
          inArray(payloadField('new_invitee'), uriList),
        )})`,
      );
    const events = rows.flatMap(({ payload }) => {
      const parsed = readEvent(payload);
      return 'event' in parsed ? [parsed.event] : [];
    });
    for (const event of events) for (const uri of getUris(event)) uris.add(uri);
    if (uris.size === countBefore) return events;
  }
}

function getUris({ uri, oldUri, newUri }: CalendlyEvent): string[] {
  return [uri, oldUri, newUri].filter((id) => id !== null);
}

const eventTitles: Readonly<Record<string, string>> = {
  'invitee.created': 'Cita nueva o modificada',
  'invitee.canceled': 'Cita cancelada',
};

const toTitle = (event: string | null) => eventTitles[event ?? ''] ?? 'Notificación desconocida';

const text = z.string().catch('');
const unknownBooker = { name: '', email: '' };
/** The person who booked; empty texts in an unexpected payload. */
const booker = z
  .object({ payload: z.object({ name: text, email: text }).catch(unknownBooker) })
  .catch({ payload: unknownBooker });

export const calendlyInbox = createInbox<'event' | 'payload'>({
  kind: 'calendly_delivery',
  actions: {
    listed: 'deliveries.listed',
    read: 'delivery.read',
    discarded: 'delivery.discarded',
    replayed: 'delivery.replayed',
  },
  title: ({ event }) => toTitle(event),
  reasonText,
  describe: async ({ event, payload }) => {
    const { name, email } = booker.parse(payload).payload;
    return {
      facts: [
        { name: 'Notificación', text: `${toTitle(event)} (${event})` },
        {
          name: 'Agendó',
          text: [name.trim(), email.trim()].filter(Boolean).join(' · ') || 'No se indica',
        },
      ],
      segments: JSON.stringify(payload, null, 2).split('\n'),
    };
  },
});

/** Stored reasons why a webhook had no effect, or only a part of its effect. */
type WebhookReason =
  | 'meeting-url-not-web'
  | 'already-known'
  | 'awaiting-new-booking'
  | 'event-not-used'
  | 'two-patients'
  | 'fault'
  | `payload-mismatch: ${string}`;

const reasonTexts: Readonly<Record<Exclude<WebhookReason, `payload-mismatch: ${string}`>, string>> =
  {
    'meeting-url-not-web': 'El enlace de la reunión no era una dirección web y no se guardó.',
    'already-known': 'Ya se había aplicado.',
    'awaiting-new-booking': 'La cita cambió de fecha; falta la notificación de la nueva.',
    'event-not-used': 'Esta notificación no se utiliza.',
    'two-patients':
      'La misma cita está en dos pacientes. Decide de quién es y vuelve a intentarlo.',
    fault: 'Ocurrió una falla al procesarla.',
  };

const MISMATCH = /^payload-mismatch: (.+)$/;

function reasonText(reason: string): string {
  const fields = MISMATCH.exec(reason)?.[1];
  if (fields !== undefined) return `La notificación no tiene el formato esperado (${fields}).`;
  return Object.hasOwn(reasonTexts, reason)
    ? reasonTexts[reason as keyof typeof reasonTexts]
    : reason;
}

type Row = typeof recipeAppointments.$inferSelect;

const PENDING = 'pending';

/**
 * Applies a booking to its appointment.
 * @returns the appointment, and whether it changed. `two-patients`: the booking has appointments of two patients,
 * which are not merged, because staff must decide
 */
async function applyBooking(
  transaction: Transaction,
  act: ChangeAct,
  booking: Booking,
  webhookId: number,
): Promise<{ readonly appointmentId: string; readonly changed: boolean } | 'two-patients'> {
  const [first, ...others] = await transaction
    .select()
    .from(recipeAppointments)
    .where(inArray(recipeAppointments.calendlyInviteeUri, [...booking.uris]))
    .orderBy(recipeAppointments.insertedAt, recipeAppointments.id)
    .for('update');
  if (!first) return createAppointment(transaction, act, booking, webhookId);
  const patientIds = [first, ...others].flatMap(({ patientId }) => patientId ?? []);
  if (new Set(patientIds).size > 1) return 'two-patients';
  const merged = await mergeAppointments(transaction, act, first, others, webhookId);
  return updateAppointment(transaction, act, { before: first, merged }, booking, webhookId);
}

async function createAppointment(
  transaction: Transaction,
  act: ChangeAct,
  booking: Booking,
  webhookId: number,
) {
  const id = randomUUID();
  const patientId = await lockPatientByEmail(transaction, booking.email);
  await transaction.insert(recipeAppointments).values({
    id,
    patientId,
    ...(await toColumns(transaction, booking)),
    status: booking.cancelled ? CANCELLED : PENDING,
    createdAt: booking.bookedAt,
  });
  await writeAudit(transaction, act, {
    action: 'appointment.created',
    subject: { kind: 'recipe_appointment', id },
    patientId,
    details: { delivery: webhookId },
  });
  return { appointmentId: id, changed: true };
}

/**
 * Merges the appointments of one booking. Events that arrive out of order create several, until an event links their
 * ids. The first gets all details and prescriptions; the others are deleted, and cannot be restored.
 */
async function mergeAppointments(
  transaction: Transaction,
  act: ChangeAct,
  first: Row,
  others: readonly Row[],
  webhookId: number,
): Promise<Row> {
  let merged = first;
  for (const other of others) {
    await movePrescriptions(transaction, other, merged);
    const explanations = new Set(
      [merged, other].flatMap((row) => row.prescriptionExplanation ?? []),
    );
    merged = {
      ...merged,
      patientId: merged.patientId ?? other.patientId,
      prescriptionFileId: merged.prescriptionFileId ?? other.prescriptionFileId,
      attendance: merged.attendance.length > 0 ? merged.attendance : other.attendance,
      prescriptionExplanation: [...explanations].join('\n\n') || null,
    };
    await transaction
      .update(recipeAppointments)
      .set({
        calendlyInviteeUri: null,
        prescriptionFileId: null,
        deletedAt: sql`now()`,
        deletionId: randomUUID(),
        ...nextVersion(recipeAppointments),
      })
      .where(eq(recipeAppointments.id, other.id));
    await writeAudit(transaction, act, {
      action: 'record.deleted',
      subject: { kind: 'recipe_appointment', id: other.id },
      patientId: other.patientId,
      details: { delivery: webhookId, takenOverBy: first.id },
    });
  }
  return merged;
}

/** Moves replaced prescriptions, and the current one as a replaced one if the target has its own. */
async function movePrescriptions(transaction: Transaction, from: Row, to: Row): Promise<void> {
  await transaction
    .update(replacedFiles)
    .set({ recipeAppointmentId: to.id })
    .where(eq(replacedFiles.recipeAppointmentId, from.id));
  if (to.prescriptionFileId === null || from.prescriptionFileId === null) return;
  await transaction
    .insert(replacedFiles)
    .values({ fileId: from.prescriptionFileId, recipeAppointmentId: to.id });
}

async function updateAppointment(
  transaction: Transaction,
  act: ChangeAct,
  { before, merged }: { before: Row; merged: Row },
  booking: Booking,
  webhookId: number,
) {
  const isMoved = before.calendlyInviteeUri !== booking.uri;
  // The first half of a move cancelled the appointment, and the second half reactivates it.
  const isReactivated = isMoved && before.status === CANCELLED;
  const status = booking.cancelled ? CANCELLED : isReactivated ? PENDING : before.status;
  const isOlder = before.createdAt !== null && before.createdAt < booking.bookedAt;
  const after = {
    ...merged,
    // A moved booking is a new visit, without the recorded attendance.
    ...(isMoved && { ...(await toColumns(transaction, booking)), attendance: [] }),
    status,
    cancellationReason: status === CANCELLED ? merged.cancellationReason : null,
    createdAt: isOlder ? before.createdAt : booking.bookedAt,
    patientId:
      merged.patientId ?? (isMoved ? await lockPatientByEmail(transaction, booking.email) : null),
  };
  const { createdAt, ...changed } = findChanges(before, after);
  // A merge may have moved files only, which the columns do not show.
  if (merged === before && createdAt === undefined && Object.keys(changed).length === 0) {
    return { appointmentId: before.id, changed: false };
  }
  const { id, version, updatedAt, insertedAt, ...columns } = after;
  await transaction
    .update(recipeAppointments)
    .set({ ...columns, ...nextVersion(recipeAppointments) })
    .where(eq(recipeAppointments.id, id));
  await writeAudit(transaction, act, {
    action: 'appointment.updated',
    subject: { kind: 'recipe_appointment', id },
    patientId: after.patientId,
    details: {
      delivery: webhookId,
      changes: toAuditChanges(act, id, before, changed, plainFields),
      version: version + 1,
    },
  });
  return { appointmentId: id, changed: true };
}

/** Fields that the audit stores in clear. */
const plainFields = ['status', 'startsAt', 'endsAt', 'patientId', 'doctorId', 'isVisit'];

async function toColumns(transaction: Transaction, booking: Booking) {
  const { uri, type, startsAt, endsAt, joinUrl, place, hostEmails, name, email } = booking;
  return {
    calendlyInviteeUri: uri,
    type: type === '' ? null : type,
    startsAt,
    endsAt,
    meetingUrl: webUrl(joinUrl),
    meetingPlace: place,
    hostEmails: [...hostEmails],
    doctorId: await findHost(transaction, hostEmails),
    isVisit: await isVisitType(transaction, type),
    inviteeName: name,
    inviteeEmail: email,
  };
}

/** The first host who is a doctor. */
async function findHost(transaction: Transaction, emails: readonly string[]) {
  if (emails.length === 0) return null;
  const rows = await transaction
    .select({ id: doctors.id, email: sql<string>`lower(${doctors.email})` })
    .from(doctors)
    .where(and(isNull(doctors.deletedAt), inArray(sql`lower(${doctors.email})`, [...emails])));
  const hosts = emails.flatMap((email) => rows.find((doctor) => doctor.email === email) ?? []);
  return hosts[0]?.id ?? null;
}

async function isVisitType(transaction: Transaction, type: string): Promise<boolean> {
  const [settings] = await transaction
    .select({ visitTypes: clinicSettings.visitTypes })
    .from(clinicSettings);
  return settings?.visitTypes.includes(type) ?? false;
}
