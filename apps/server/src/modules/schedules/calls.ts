import type { ClinicSettings, clinicContract } from '@simiente/contract/clinic/calls';
import { DEFAULT_REMINDER_RULES } from '@simiente/contract/reminders/rules';
import { DEFAULT_REQUEST_DAYS } from '@simiente/contract/rights/words';
import { and, gte, isNotNull, isNull, sql } from 'drizzle-orm';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Handlers } from '../../platform/calls/handlers.ts';
import type { Reader, Transaction } from '../../platform/database/database.ts';
import { findChanges, nextVersion, pick } from '../../platform/database/records.ts';
import { rejectStale } from '../../platform/problem.ts';
import { recipeAppointments } from '../../schema/appointments.ts';
import { clinicSettings } from '../../schema/clinic-settings.ts';
import { audited, auditView, toAuditChanges, writeAudit } from '../audit/public.ts';

export const clinicCalls: Handlers<typeof clinicContract> = {
  settings: audited(
    ({ db }) => readSettings(db),
    () => ({ action: 'clinic.settings_read' }),
  ),

  update: (context, { version, ...fields }) =>
    context.db.transaction(async (transaction) => {
      await transaction.insert(clinicSettings).values({}).onConflictDoNothing();
      const before = await readSettings(transaction, { lock: true });
      await rejectStale(version, before, () => before);
      const changed = findChanges(before, fields);
      if (Object.keys(changed).length > 0) {
        await transaction.update(clinicSettings).set({
          ...changed,
          ...nextVersion(clinicSettings),
        });
        if (changed.visitTypes) await reclassifyBookings(transaction, context, changed.visitTypes);
        await writeAudit(transaction, context, {
          action: 'clinic.settings_changed',
          details: {
            changes: toAuditChanges(context, 'clinic', before, changed, Object.keys(fields)),
            version: before.version + 1,
          },
        });
      }
      await auditView(transaction, context, { action: 'clinic.settings_read' });
      return readSettings(transaction);
    }),
};

async function readSettings(db: Reader, { lock = false } = {}): Promise<ClinicSettings> {
  const query = db
    .select(pick(clinicSettings, ['holidays', 'visitTypes', 'requestDays', 'reminders', 'version']))
    .from(clinicSettings);
  const [row] = await (lock ? query.for('update') : query);
  const settings = row ?? NO_SETTINGS;
  const bookedTypes = await db
    .selectDistinct({ type: recipeAppointments.type })
    .from(recipeAppointments)
    .where(
      and(
        isNotNull(recipeAppointments.calendlyInviteeUri),
        gte(recipeAppointments.startsAt, sql`now() - interval '1 year'`),
      ),
    );
  return {
    ...settings,
    reminders: settings.reminders ?? DEFAULT_REMINDER_RULES,
    knownTypes: bookedTypes.flatMap(({ type }) => type ?? []).toSorted(),
  };
}

const NO_SETTINGS = {
  holidays: { added: [], removed: [] },
  visitTypes: [],
  requestDays: DEFAULT_REQUEST_DAYS,
  reminders: DEFAULT_REMINDER_RULES,
  version: 1,
};

/** Applies changed types of visits to future bookings, except those with a prescription. */
async function reclassifyBookings(
  transaction: Transaction,
  context: StaffContext,
  visitTypes: string[],
): Promise<void> {
  const isVisit = sql<boolean>`${recipeAppointments.type} = any(${sql.param(visitTypes)})`;
  const rows = await transaction
    .update(recipeAppointments)
    .set({ isVisit, ...nextVersion(recipeAppointments) })
    .where(
      and(
        isNotNull(recipeAppointments.calendlyInviteeUri),
        gte(recipeAppointments.startsAt, sql`now()`),
        isNull(recipeAppointments.prescriptionFileId),
        sql`${recipeAppointments.isVisit} <> (${isVisit})`,
      ),
    )
    .returning(pick(recipeAppointments, ['id', 'patientId', 'isVisit', 'version']));
  const entries = rows.map(({ id, patientId, isVisit, version }) => ({
    action: 'appointment.updated' as const,
    subject: { kind: 'recipe_appointment' as const, id },
    patientId,
    details: { changes: { isVisit: { from: !isVisit, to: isVisit } }, version },
  }));
  // The change shows no record, so it does not count towards the actor's limit of opened records.
  const act = { ...context, readLimit: undefined };
  if (entries.length > 0) await writeAudit(transaction, act, ...entries);
}
