import { type ExamCode, examCodes } from '@simiente/contract/exams/catalogue';
import { buildId } from './identifiers.ts';
import { type Overrides, withOverrides } from './overrides.ts';
import { buildAddress, buildCity, buildPhone } from './people.ts';
import { type BuilderContext, chance, decimal } from './random.ts';
import type { BranchRecord, PartnerRecord } from './records.ts';
import type { City } from './vocabulary/cities.ts';

/** Degrees from the centre of its city, about 3 km. */
const SPREAD = 0.03;

/** A branch of the partner, in the city (or in some city). */
export function buildBranch(
  context: BuilderContext,
  partner: Pick<PartnerRecord, 'idPartner' | 'name' | 'utm_available'>,
  overrides?: Overrides<BranchRecord>,
  city: City = buildCity(context),
): BranchRecord {
  const { street, neighborhood, zip } = buildAddress(context, city);
  const address = { street, neighborhood: `Col. ${neighborhood}`, city: city.name };
  const branch: BranchRecord = {
    idBranch: buildId(context, 'brn'),
    name: `Sucursal ${city.name} ${neighborhood}`,
    address: chance(context, 0.1) ? Object.values(address).join(', ') : address,
    location: {
      lat: near(context, city.lat),
      lng: near(context, city.lng),
    },
    phone: buildPhone(context, city),
    state: city.state,
    website: `https://${partner.idPartner}.example.com`,
    zip,
    exam_available: buildExamCodes(context),
    namePartner: partner.name,
    partner: { id: partner.idPartner, name: partner.name },
    utm: partner.utm_available && chance(context, 0.7),
  };
  return withOverrides(branch, overrides);
}

function near(context: BuilderContext, coordinate: number): number {
  return Number((coordinate + decimal(context, -SPREAD, SPREAD, 6)).toFixed(6));
}

/** Most branches offer semen and blood exams, few offer imaging. In the catalogue's order. */
function buildExamCodes(context: BuilderContext): string[] {
  return examCodes.filter((code) => code === 'SEM' || chance(context, getShare(code)));
}

function getShare(code: ExamCode): number {
  if (code === 'RC' || code === 'EPT') return 0.25;
  return code === 'ECO' || code === 'ECOPT' || code === 'ALG' ? 0.5 : 0.8;
}
