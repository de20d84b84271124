import { expect, type Page } from '@playwright/test';
import type { BranchRecord, PartnerRecord } from '@simiente/builders/records';
import { makeExport, person } from '../patients/records.ts';
import type { Dataset } from '../product/protocol.ts';

export const NAME = 'Alejandro Villaseñor';
export const PATIENT = 'usr_alejandrovillaseor';
export const PATIENT_PAGE = `/pacientes/${PATIENT}`;

const partner = (idPartner: string, name: string, type: string): PartnerRecord => ({
  idPartner,
  name,
  type,
  country: 'México',
  utm_available: false,
});

const norte = partner('lab-norte', 'Laboratorio Ñuble', 'Laboratorio');
const sur = partner('clinica-sur', 'Clínica del Sauce', 'Clínica');

const branch = (idBranch: string, partner: PartnerRecord, fields: Partial<BranchRecord>) => ({
  idBranch,
  name: idBranch,
  address: { street: 'Calle 60 número 12', neighborhood: 'Col. Centro', city: 'Mérida' },
  location: { lat: 20.9, lng: -89.6 },
  phone: '+52 999 123 4567',
  state: 'Yucatán',
  website: 'https://example.org',
  zip: '97000',
  exam_available: ['SEM', 'HORMO', 'CULSEM'],
  namePartner: partner.name,
  partner: { id: partner.idPartner, name: partner.name },
  utm: false,
  ...fields,
});

const LONG =
  'Sucursal de Especialidades Andrológicas y Reproductivas del Hospital Regional de San Cristóbal';

/** Two patients, two partners and their branches. */
export const places: Dataset & { kind: 'export' } = withPlaces();

function withPlaces(): Dataset & { kind: 'export' } {
  const { kind, records } = makeExport([person(NAME), person('Bea Ruiz')]);
  const branches: BranchRecord[] = [
    branch('brn_avila', norte, { name: 'Sucursal Ávila' }),
    branch('brn_vacia', norte, { name: 'Sucursal Vacía', exam_available: [] }),
    branch('brn_sauce', sur, {
      name: 'Sucursal Xoconostle',
      state: 'Querétaro',
      exam_available: ['Seminograma', 'PT'],
    }),
    branch('brn_larga', sur, { name: LONG }),
  ];
  return { kind, records: { ...records, partners: [norte, sur], branches } };
}

/** Creates an order through the API, and returns it. */
export async function makeOrder(
  page: Page,
  fields: { idUser?: string; idBranch?: string; exams?: string[] } = {},
): Promise<{ idOrder: string; folio: string }> {
  const data = { idUser: PATIENT, idBranch: 'brn_avila', exams: ['SEM'], ...fields };
  const answer = await page.request.post('/v1/exam-orders', { data });
  expect(answer.status()).toBe(200);
  return (await answer.json()).data.order;
}

/** Downloads the PDF of an order through the API. */
export async function takePdf(page: Page, { idOrder }: { idOrder: string }): Promise<void> {
  expect((await page.request.get(`/v1/exam-orders/${idOrder}/pdf`)).status()).toBe(200);
}
