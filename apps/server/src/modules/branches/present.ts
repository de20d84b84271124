import type { Branch } from '@simiente/contract/branches/calls';
import type { RowOf } from '../../platform/database/database.ts';
import { branches, partners } from '../../schema/partners.ts';

/** The columns of a branch, with its partner's name. */
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
  timeZone: branches.timeZone,
  version: branches.version,
  partnerId: branches.partnerId,
  partnerName: partners.name,
};

type BranchRow = RowOf<typeof branchColumns>;

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
    timeZone: row.timeZone,
    version: row.version,
  };
}

/** A latitude without a longitude is not a position. */
function presentLocation({
  latitude,
  longitude,
}: Pick<BranchRow, 'latitude' | 'longitude'>): Branch['location'] {
  return latitude === null || longitude === null ? null : { lat: latitude, lng: longitude };
}
