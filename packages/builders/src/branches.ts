import { type ExamCode, examCodes } from '@simiente/contract/exams/catalogue';
import { buildId } from './identifiers.ts';
import { type Overrides, withOverrides } from './overrides.ts';
import { buildCity, buildPhone } from './people.ts';
import { type BuilderContext, chance, decimal } from './random.ts';
import type { BranchAddress, BranchRecord, PartnerRecord } from './records.ts';
import type { City, Neighborhood } from './vocabulary/cities.ts';

/** How far from the centre of its neighbourhood a branch may be: about 300 m. */
const SPREAD = 0.003;

/** A branch of the partner, in a real neighbourhood of the city (or of some city). */
export function buildBranch(
  context: BuilderContext,
  partner: Pick<PartnerRecord, 'idPartner' | 'name' | 'utm_available'>,
  overrides?: Overrides<BranchRecord>,
  city: City = buildCity(context),
): BranchRecord {
  const { faker } = context;
  const neighborhood = faker.helpers.arrayElement(city.neighborhoods);
  const address = buildAddress(context, city, neighborhood);
  const branch: BranchRecord = {
    idBranch: buildId(context, 'brn'),
    name: `Sucursal ${shortName(neighborhood.name, city.name)}`,
    address: chance(context, 0.1) ? Object.values(address).join(', ') : address,
    location: {
      lat: near(context, neighborhood.lat),
      lng: near(context, neighborhood.lng),
    },
    phone: buildPhone(context, city),
    state: city.state,
    website: `https://${partner.idPartner}.example.com`,
    zip: neighborhood.zip,
    exam_available: buildExamCodes(context),
    namePartner: partner.name,
    partner: { id: partner.idPartner, name: partner.name },
    utm: partner.utm_available && chance(context, 0.7),
  };
  return withOverrides(branch, overrides);
}

function shortName(neighborhood: string, city: string): string {
  return neighborhood === 'Centro' || neighborhood === 'Zona Centro'
    ? `${city} Centro`
    : neighborhood;
}

function buildAddress(
  { faker }: BuilderContext,
  city: City,
  neighborhood: Neighborhood,
): BranchAddress {
  const street = faker.helpers.arrayElement(city.streets);
  return {
    street: `${street} ${faker.number.int({ min: 12, max: 1980 })}`,
    neighborhood: `Col. ${neighborhood.name}`,
    city: city.name,
  };
}

function near(context: BuilderContext, coordinate: number): number {
  return Number((coordinate + decimal(context, -SPREAD, SPREAD, 6)).toFixed(6));
}

/** Most branches offer semen and blood exams, few offer imaging. In the catalogue's order. */
function buildExamCodes(context: BuilderContext): string[] {
  return examCodes.filter((code) => code === 'SEM' || chance(context, shareOf(code)));
}

function shareOf(code: ExamCode): number {
  if (code === 'RC' || code === 'EPT') return 0.25;
  return code === 'ECO' || code === 'ECOPT' || code === 'ALG' ? 0.5 : 0.8;
}
