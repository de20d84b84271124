import type { BranchRecord, LegacyExport, PartnerRecord } from '@simiente/builders/records';
import type { Dataset } from '../product/protocol.ts';

type Partner = Partial<PartnerRecord> & Pick<PartnerRecord, 'idPartner' | 'name'>;

/** An export of these partners, each with this many branches. */
export function makePartnerExport(
  ...partners: readonly (Partner & { branches?: number })[]
): Dataset & { kind: 'export' } {
  const records: LegacyExport = {
    users: [],
    medicalHistories: {},
    partners: partners.map(({ branches: _, ...partner }) => ({
      country: 'México',
      type: 'Laboratorio',
      utm_available: false,
      ...partner,
    })),
    branches: partners.flatMap(({ branches = 0, ...partner }) =>
      Array.from({ length: branches }, (_, index) => makeBranch(partner, index)),
    ),
    prospects: [],
  };
  return { kind: 'export', records };
}

function makeBranch({ idPartner, name }: Partner, index: number): BranchRecord {
  return {
    idBranch: `brn_${idPartner}_${index}`,
    name: `Sucursal ${index + 1}`,
    address: 'Av. Uno 1',
    location: { lat: 19.4, lng: -99.1 },
    phone: '55 1234 5678',
    state: 'Ciudad de México',
    website: 'https://sucursal.example',
    zip: '06700',
    exam_available: ['SEM'],
    namePartner: name,
    partner: { id: idPartner, name },
    utm: false,
  };
}
