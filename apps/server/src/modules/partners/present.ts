import type { Partner } from '@simiente/contract/partners/calls';
import { sql } from 'drizzle-orm';
import type { Reader } from '../../platform/database/database.ts';
import { branches, partners } from '../../schema/partners.ts';
import { readStoredFiles } from '../files/public.ts';

/**
 * Number of a partner's branches that are not deleted. Columns are qualified by hand: Drizzle omits the table in a
 * query of one table.
 */
export const branchCount = sql<number>`(select count(*) from ${branches} b
  where b.partner_id = ${partners}.id and b.deleted_at is null)::int`;

/** The columns of a partner; nothing else of the row is read. */
export const partnerColumns = {
  id: partners.id,
  name: partners.name,
  country: partners.country,
  type: partners.type,
  website: partners.website,
  logoUrl: partners.logoUrl,
  loginLogoId: partners.loginLogoId,
  navLogoId: partners.navLogoId,
  landingLogoId: partners.landingLogoId,
  utmAvailable: partners.utmAvailable,
  timeZone: partners.timeZone,
  exams: partners.exams,
  version: partners.version,
  branches: branchCount,
};

export type PartnerRow = Pick<
  typeof partners.$inferSelect,
  Exclude<keyof typeof partnerColumns, 'branches'>
> & { branches: number };

/** Partners with their images, in the order of the rows. */
export async function presentPartners(db: Reader, rows: readonly PartnerRow[]): Promise<Partner[]> {
  const ids = rows.flatMap((row) => [row.loginLogoId, row.navLogoId, row.landingLogoId]);
  const files = await readStoredFiles(
    db,
    ids.filter((id) => id !== null),
  );
  const file = (id: string | null) => (id === null ? null : (files.get(id) ?? null));
  return rows.map((row) => ({
    idPartner: row.id,
    name: row.name,
    country: row.country,
    type: row.type,
    website: row.website,
    logo_url: row.logoUrl,
    utm_available: row.utmAvailable,
    timeZone: row.timeZone,
    all_exams_available: row.exams,
    branches: row.branches,
    logo_app_login: file(row.loginLogoId),
    logo_app_nav: file(row.navLogoId),
    logo_lading_logo: file(row.landingLogoId),
    version: row.version,
  }));
}
