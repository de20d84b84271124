import {
  EMERGENCY_HOURS,
  EMERGENCY_REPORT_DAYS,
  type EmergencyAccess,
  type emergencyAccessContract,
  MAX_EMERGENCIES,
} from '@simiente/contract/emergency-access/calls';
import { and, count, desc, eq, exists, gt, sql } from 'drizzle-orm';
import { may, type StaffActor } from '../../platform/act.ts';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Handlers } from '../../platform/calls/handlers.ts';
import type { Database, Reader, Transaction } from '../../platform/database/database.ts';
import { toWire } from '../../platform/database/records.ts';
import { idempotent } from '../../platform/idempotency/idempotency-key.ts';
import { lockAccount } from '../../platform/identity/staff-accounts.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import { Problem } from '../../platform/problem.ts';
import { emergencyAccesses } from '../../schema/emergency-accesses.ts';
import { patientMerges } from '../../schema/merges.ts';
import { patients } from '../../schema/patients.ts';
import { staffName } from '../../schema/staff.ts';
import { ownAppointments } from '../appointments/public.ts';
import { audited, auditView, writeAudit } from '../audit/public.ts';
import { lockPatient } from '../patients/public.ts';

export const emergencyAccessCalls: Handlers<typeof emergencyAccessContract> = {
  open: idempotent(
    'emergencyAccess.open',
    openEmergencyAccess,
    async (transaction, context, until) => {
      await auditView(transaction, context, { action: 'request.without_effect' });
      return { until };
    },
  ),

  recent: audited(
    async ({ db, actor }) => ({ accesses: await listRecent(db, actor) }),
    (_input, { accesses }) => ({
      action: 'emergency_accesses.listed',
      details: { count: accesses.length },
      shown: accesses.map(({ idUser }) => idUser),
    }),
  ),
};

type Account = Pick<StaffActor, 'id' | 'capabilities'>;

const DAY = 24 * 60 * 60;
/** Number of accesses of one account in an hour from which a warning is logged. */
const BURST = 4;

/**
 * Opens the reports and files of a patient for an account whose roles do not show them. The reason is not in the
 * audit, which stores no free text.
 * @returns expiry
 * @throws Problem TOO_MANY_EMERGENCIES
 */
export async function openEmergencyAccess(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin' | 'log'>,
  { idUser: patientId, reason }: { readonly idUser: string; readonly reason: string },
): Promise<string> {
  await lockPatient(transaction, patientId);
  await limitAccesses(transaction, context);
  const [opened] = await transaction
    .insert(emergencyAccesses)
    .values({
      patientId,
      openedBy: context.actor.id,
      reason,
      expiresAt: sql`now() + make_interval(hours => ${EMERGENCY_HOURS})`,
    })
    .returning({ until: emergencyAccesses.expiresAt });
  if (opened === undefined) throw new Error('An insert returned no row');
  await writeAudit(transaction, context, {
    action: 'emergency_access.opened',
    subject: { kind: 'patient', id: patientId },
    details: { hours: EMERGENCY_HOURS },
  });
  return opened.until.toISOString();
}

/**
 * Limits the account's accesses in a day, and logs a burst. The lock serialises concurrent requests.
 * @throws Problem TOO_MANY_EMERGENCIES
 */
async function limitAccesses(
  transaction: Transaction,
  { actor, log }: Pick<StaffContext, 'actor' | 'log'>,
): Promise<void> {
  await lockAccount(transaction, actor.id);
  const [counted] = await transaction
    .select({
      inDay: count(),
      inHour: sql<number>`count(*) filter (where ${emergencyAccesses.openedAt} > now() - interval '1 hour')`,
      retryAfter: sql<number>`ceil(extract(epoch from min(${emergencyAccesses.openedAt}) - now()) + ${DAY})`,
    })
    .from(emergencyAccesses)
    .where(
      and(
        eq(emergencyAccesses.openedBy, actor.id),
        gt(emergencyAccesses.openedAt, sql`now() - make_interval(secs => ${DAY})`),
      ),
    );
  const { inDay, inHour, retryAfter } = counted ?? { inDay: 0, inHour: 0, retryAfter: 0 };
  const isOver = inDay >= MAX_EMERGENCIES;
  if (isOver || Number(inHour) + 1 >= BURST) {
    log.warn(
      { staffId: actor.id, inDay, inHour: Number(inHour), refused: isOver },
      'a staff member opens unusually many emergency accesses',
    );
  }
  if (isOver) throw new Problem('TOO_MANY_EMERGENCIES', { retryAfter: Number(retryAfter) });
}

/** Registers the metric of the highest number of emergency accesses of one user in the last hour. */
export function measureEmergencies(metrics: Metrics, db: Database): void {
  metrics.addGauge(
    'simiente_emergency_accesses_by_one',
    'Emergency accesses that one person opened in the last hour, of the staff member who opened most',
    async () => {
      const { rows } = await db.execute<{ highest: number }>(
        sql`select count(*)::int as highest from ${emergencyAccesses}
          where ${emergencyAccesses.openedAt} > now() - interval '1 hour'
          group by ${emergencyAccesses.openedBy} order by highest desc limit 1`,
      );
      return rows[0]?.highest ?? 0;
    },
  );
}

/** End of an account's emergency access to a patient's reports and files; null without one, or if its roles show them. */
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
        // A later merge with another record ends the access, which was to one of the two records only.
        sql`not exists (select from ${patientMerges} m where m.kept_id = ${patientId}
          and m.at > ${emergencyAccesses.openedAt} and m.undone_at is null)`,
      ),
    )
    .orderBy(desc(emergencyAccesses.expiresAt))
    .limit(1);
  return open?.until ?? null;
}

/** @throws Problem FORBIDDEN without an open emergency access of the account to the patient */
export async function requireEmergencyAccess(
  db: Reader,
  account: Account,
  patientId: string,
): Promise<void> {
  if ((await findOpenAccess(db, account, patientId)) === null) throw new Problem('FORBIDDEN');
}

/**
 * The emergency accesses of the last days, newest first: all for a reader of the audit, otherwise those to the
 * patients of the account's doctor.
 */
async function listRecent(db: Reader, reader: StaffActor): Promise<EmergencyAccess[]> {
  const readsAll = may(reader, 'audit.read');
  const rows = await db
    .select({
      idUser: patients.id,
      patientName: sql<
        string | null
      >`case when ${patients.deletedAt} is null then ${patients.name} end`,
      openedBy: staffName(emergencyAccesses.openedBy, emergencyAccesses.openedAt),
      reason: emergencyAccesses.reason,
      openedAt: emergencyAccesses.openedAt,
      until: emergencyAccesses.expiresAt,
    })
    .from(emergencyAccesses)
    .innerJoin(patients, eq(patients.id, emergencyAccesses.patientId))
    .where(
      and(
        gt(
          emergencyAccesses.openedAt,
          sql`now() - make_interval(days => ${EMERGENCY_REPORT_DAYS})`,
        ),
        readsAll ? undefined : exists(ownAppointments(db, reader, patients.id)),
      ),
    )
    .orderBy(desc(emergencyAccesses.openedAt));
  return rows.map(toWire);
}
