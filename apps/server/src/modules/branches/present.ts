import type { Branch } from '@simiente/contract/branches';
import { sql } from 'drizzle-orm';
import { fixed } from '../../platform/database/written.ts';
import { branches, partners } from '../../schema/partners.ts';

/** The columns that a branch is told by, its partner's name among them. */
export const branchColumns = {
  id: branches.id,
  name: branches.name,
  address: branches.address,
  latitude: branches.latitude,
  longitude: branches.longitude,
  phone: branches.phone,
  state: branches.state,
  website: branches.website,
  zip: branches.zip,
  exams: branches.exams,
  utm: branches.utm,
  version: branches.version,
  partnerId: branches.partnerId,
  partnerName: partners.name,
};

/** The same as a row of JSON. */
export const writtenBranch =
  fixed(sql`${branches.id}, ${branches.id} as "idBranch", ${branches.name},
  ${branches.address},
  case when ${branches.latitude} is not null and ${branches.longitude} is not null
    then json_build_object('lat', ${branches.latitude}, 'lng', ${branches.longitude}) end as location,
  ${branches.phone}, ${branches.state}, ${branches.website}, ${branches.zip},
  ${branches.exams} as exam_available, ${partners.name} as "namePartner",
  json_build_object('id', ${branches.partnerId}, 'name', ${partners.name}) as partner,
  ${branches.utm}, ${branches.version}`);

type BranchRow = Pick<
  typeof branches.$inferSelect,
  Exclude<keyof typeof branchColumns, 'partnerName'>
> & { readonly partnerName: string };

export function presentBranch(row: BranchRow): Branch {
  return {
    id: row.id,
    idBranch: row.id,
    name: row.name,
    address: row.address,
    location: presentLocation(row),
    phone: row.phone,
    state: row.state,
    website: row.website,
    zip: row.zip,
    exam_available: row.exams,
    namePartner: row.partnerName,
    partner: { id: row.partnerId, name: row.partnerName },
    utm: row.utm,
    version: row.version,
  };
}

/** Half a position is none. */
function presentLocation({
  latitude,
  longitude,
}: Pick<BranchRow, 'latitude' | 'longitude'>): Branch['location'] {
  return latitude === null || longitude === null ? null : { lat: latitude, lng: longitude };
}
