import { formatClinicTime } from '@simiente/contract/format/dates';
import type { IntakeInput, intakeContract } from '@simiente/contract/intake/calls';
import { phoneDigits } from '@simiente/contract/patients/fields';
import { MAX_NOTES_LENGTH } from '@simiente/contract/prospects/fields';
import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { Act } from '../../platform/act.ts';
import type { Handlers } from '../../platform/calls/handlers.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { sameEmail } from '../../platform/database/duplicates.ts';
import { newRecordId } from '../../platform/database/records.ts';
import { phoneKey } from '../../schema/patients.ts';
import { prospects } from '../../schema/prospects.ts';
import { writeAudit } from '../audit/public.ts';
import { createIntakeLimiter, type IntakeLimits, intakeRoute, type Origins } from './limits.ts';

/** The public call. Its answer is the same for known and unknown senders. */
export function intakeCalls(
  pool: Pool,
  origins: Origins,
  limits: IntakeLimits,
): Handlers<typeof intakeContract> {
  const limiter = createIntakeLimiter(pool, limits);
  return {
    receive: {
      route: intakeRoute(origins),
      handle: ({ db, origin, log, clinicTimeZone }, input) => {
        // Even a signed-in user counts as an unknown sender here.
        const act = { actor: { kind: 'anonymous' }, origin } as const;
        return limiter.run(
          origin.address,
          async () => {
            // People do not see this field; programs fill it.
            if (input.website) log.info('intake: the trap was filled');
            else {
              await db.transaction((transaction) =>
                receiveProspect(transaction, act, input, clinicTimeZone),
              );
            }
            return { received: true };
          },
          () =>
            db.transaction((transaction) =>
              writeAudit(transaction, act, {
                action: 'prospect.refused',
                details: { code: 'TOO_MANY_REQUESTS' },
              }),
            ),
        );
      },
    },
  };
}

/** Days within which the same e-mail or phone is the same prospect. */
const SAME_PROSPECT_DAYS = 30;

/** Milliseconds within which the same message counts as a retry. */
const RETRY_MS = 60_000;

/** A message of a known prospect, as a line of the notes. */
function toNote(earlier: Prospect, { name, mail, phone, motivo }: IntakeInput): string {
  const differences = [
    name !== earlier.name && name,
    mail !== undefined && mail !== earlier.email && mail,
    phone !== undefined && phone !== earlier.phone && phone,
  ].filter(Boolean);
  const inBrackets = differences.length > 0 ? ` (${differences.join(', ')})` : '';
  return `Escribió otra vez${inBrackets}: ${motivo ?? 'sin motivo'}`;
}

type Prospect = typeof prospects.$inferSelect;

/** The newest prospect with the e-mail or phone of a message, locked; undefined if there is no such prospect. */
async function findEarlier(
  transaction: Transaction,
  { mail, phone }: IntakeInput,
): Promise<Prospect | undefined> {
  // Serialises concurrent messages, so that the second finds the prospect of the first.
  await transaction.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('prospect of the landing page', 0))`,
  );
  const digits = phoneDigits(phone);
  const [earlier] = await transaction
    .select()
    .from(prospects)
    .where(
      and(
        isNull(prospects.deletedAt),
        gt(prospects.createdSort, sql`now() - make_interval(days => ${SAME_PROSPECT_DAYS})`),
        or(
          mail === undefined ? undefined : sameEmail(prospects.email, mail),
          digits === undefined ? undefined : eq(phoneKey(prospects.phone), digits),
        ),
      ),
    )
    .orderBy(desc(prospects.createdSort), desc(prospects.id))
    .limit(1)
    .for('update');
  return earlier;
}

/**
 * Stores the sender as a pending prospect, with the time and version of the consent. A prospect of the last days gets
 * the message as a note, if the notes have room; the same message within a minute changes nothing.
 */
async function receiveProspect(
  transaction: Transaction,
  act: Act,
  input: IntakeInput,
  timeZone: string,
): Promise<void> {
  const { name, mail, phone, motivo, consentVersion } = input;
  const now = new Date();
  const earlier = await findEarlier(transaction, input);
  if (earlier !== undefined) {
    const note = toNote(earlier, input);
    const isRecent = now.getTime() - earlier.updatedAt.getTime() < RETRY_MS;
    const isFirst = name === earlier.name && (motivo ?? null) === earlier.reason;
    if (isRecent && (isFirst || earlier.notes?.endsWith(note))) return;
    const dated = `${formatClinicTime(now.toISOString(), timeZone)} · ${note}`;
    const notes = [earlier.notes, dated].filter(Boolean).join('\n');
    if (notes.length <= MAX_NOTES_LENGTH) {
      const version = earlier.version + 1;
      await transaction
        .update(prospects)
        .set({ notes, version, updatedAt: now })
        .where(eq(prospects.id, earlier.id));
      await writeAudit(transaction, act, {
        action: 'prospect.received_again',
        subject: { kind: 'prospect', id: earlier.id },
        details: { consentVersion, version },
      });
      return;
    }
  }
  const id = newRecordId('prs');
  await transaction.insert(prospects).values({
    id,
    name,
    email: mail ?? null,
    phone: phone ?? null,
    reason: motivo ?? null,
    status: 'pending',
    createdAt: now,
    consentAt: now,
    consentVersion,
  });
  await writeAudit(transaction, act, {
    action: 'prospect.received',
    subject: { kind: 'prospect', id },
    details: { consentVersion },
  });
}
