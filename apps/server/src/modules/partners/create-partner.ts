import { errorTable } from '@simiente/contract/common/errors';
import type { LogoField, newPartnerFields } from '@simiente/contract/partners/calls';
import {
  LONGEST_PARTNER_ID,
  SHORTEST_PARTNER_ID,
  suggestPartnerId,
  toLogoUrl,
} from '@simiente/contract/partners/fields';
import { inArray, sql } from 'drizzle-orm';
import type * as z from 'zod';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { recordIds } from '../../schema/operation/installation.ts';
import { partners } from '../../schema/partners.ts';
import { writeAudit } from '../audit/public.ts';

/** PostgreSQL's code of a duplicate key. */
const UNIQUE_VIOLATION = '23505';

/** @returns the ids of the stored files, by the field of their image */
export type AddLogos = () => Promise<Partial<Record<LogoField, string>>>;

/**
 * Creates a partner with its images.
 * @returns its id
 * @throws Problem PARTNER_ID_TAKEN when another record has the id, also a deleted one
 */
export async function createPartner(
  transaction: Transaction,
  context: Pick<StaffContext, 'actor' | 'origin'>,
  input: z.output<typeof newPartnerFields>,
  addLogos: AddLogos,
): Promise<string> {
  const id = await choosePartnerId(transaction, input.id ?? '', input.name);
  const logos = await addLogos();
  try {
    await transaction.insert(partners).values({
      id,
      name: input.name,
      country: input.country,
      type: input.type,
      website: input.website,
      logoUrl: toLogoUrl(input.name),
      utmAvailable: input.utm_available,
      timeZone: input.timeZone || null,
      exams: input.all_exams_available,
      loginLogoId: logos.logo_app_login ?? null,
      navLogoId: logos.logo_app_nav ?? null,
      landingLogoId: logos.logo_lading_logo ?? null,
    });
  } catch (error) {
    // An import, which takes no lock, may have inserted the id concurrently.
    throw isTaken(error) ? idTaken(error) : error;
  }
  await writeAudit(transaction, context, {
    action: 'partner.created',
    subject: { kind: 'partner', id },
  });
  return id;
}

function isTaken(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && cause.code === UNIQUE_VIOLATION;
}

/** Number of ids, made from a name, that are tried at once. */
const TRIED_AT_ONCE = 50;

/** @returns the failure for an id that another record has */
function idTaken(cause?: unknown): Problem {
  return new Problem('PARTNER_ID_TAKEN', {
    issues: [{ path: 'id', message: errorTable.PARTNER_ID_TAKEN.message }],
    cause,
  });
}

/**
 * The id of a new partner: the wanted one, or one made from the name, with a number if others have it.
 * It is locked until commit.
 * @throws Problem PARTNER_ID_TAKEN when a record of any kind has the wanted one, also a deleted one
 */
async function choosePartnerId(
  transaction: Transaction,
  wanted: string,
  name: string,
): Promise<string> {
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended('partner id', 0))`);
  if (wanted !== '') {
    if ((await taken(transaction, [wanted])).size > 0) throw idTaken();
    return wanted;
  }
  for (let from = 1; ; from += TRIED_AT_ONCE) {
    const candidates = Array.from({ length: TRIED_AT_ONCE }, (_, index) =>
      numbered(suggestPartnerId(name), from + index),
    );
    const others = await taken(transaction, candidates);
    const free = candidates.find((id) => !others.has(id));
    if (free !== undefined) return free;
  }
}

async function taken(transaction: Transaction, ids: string[]): Promise<Set<string>> {
  const found = await transaction
    .select({ id: recordIds.id })
    .from(recordIds)
    .where(inArray(recordIds.id, ids));
  return new Set(found.map(({ id }) => id));
}

/** The first one plain, the others numbered; a name without usable letters gets a generic id. */
function numbered(base: string, number: number): string {
  const stem = base.length < SHORTEST_PARTNER_ID ? `partner-${base}` : base;
  const suffix = number === 1 ? '' : `-${number}`;
  const room = LONGEST_PARTNER_ID - suffix.length;
  return `${stem.slice(0, room).replace(/(?<!-)-+$/, '')}${suffix}`;
}
