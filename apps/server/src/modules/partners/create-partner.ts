import { logoUrlOf } from '@simiente/contract/partner-fields';
import type { LogoField, newPartnerFields } from '@simiente/contract/partners';
import type * as z from 'zod';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { partners } from '../../schema/partners.ts';
import { recordAudit } from '../audit/public.ts';
import { choosePartnerId, idTaken } from './partner-id.ts';

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
      logoUrl: logoUrlOf(input.name),
      utmAvailable: input.utm_available,
      exams: input.all_exams_available,
      loginLogoId: logos.logo_app_login ?? null,
      navLogoId: logos.logo_app_nav ?? null,
      landingLogoId: logos.logo_lading_logo ?? null,
    });
  } catch (error) {
    // An import, which takes no lock, may have brought the id meanwhile.
    throw isTaken(error) ? idTaken(error) : error;
  }
  await recordAudit(transaction, context, {
    action: 'partner.created',
    subject: { kind: 'partner', id },
  });
  return id;
}

function isTaken(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && cause.code === UNIQUE_VIOLATION;
}
