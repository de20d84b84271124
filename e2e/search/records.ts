import { expect, type Page } from '@playwright/test';
import { withDoctor } from '../appointments/records.ts';
import { makeExport, person } from '../patients/records.ts';
import type { Dataset } from '../product/protocol.ts';

const people = makeExport([
  person('Alejandro Villaseñor Rojas', { status: 4, email: 'alex@correo.example' }),
  person('Ernesto Villalobos Campa', { status: 2, phone: '+52 55 1234 5678' }),
  person('Santiago Vilchis Ortega', { status: 1 }),
  person(
    'Bruno Echeverría Salas',
    { status: 3, email: 'evilla@correo.example' },
    {
      appointments: {
        recipeAppointments: [],
        doctorAppointments: [
          withDoctor('apt_1', {
            doctor: {
              name: 'Elena Vilar',
              specialty_formatted: ['Andrología'],
              email: 'elena@clinica.example',
            },
          }),
        ],
      },
    },
  ),
]);

/** A few of every kind, whose names have the same beginning. */
export const everyKind: Dataset & { kind: 'export' } = {
  kind: 'export',
  records: {
    ...people.records,
    partners: [
      {
        idPartner: 'villa-verde',
        name: 'Laboratorio Villa Verde',
        country: 'México',
        type: 'Laboratorio',
        utm_available: true,
      },
    ],
    branches: [
      {
        idBranch: 'brn_1',
        name: 'Villahermosa Centro',
        address: 'Calle 1',
        location: { lat: 17.99, lng: -92.93 },
        phone: '9931234567',
        state: 'Tabasco',
        website: 'https://example.org',
        zip: '86000',
        exam_available: ['SEM'],
        namePartner: 'Laboratorio Villa Verde',
        partner: { id: 'villa-verde', name: 'Laboratorio Villa Verde' },
        utm: false,
      },
    ],
    prospects: [
      {
        idProspect: 'prs_1',
        name: 'Laura Vilchis Prado',
        mail: 'laura@correo.example',
        phone: '3399990000',
        motivo: 'Dudas',
        status: 'pending',
        createDate: '2026-10-29T18:00:00Z',
      },
    ],
  },
};

export const field = (page: Page) => page.getByRole('combobox', { name: 'Buscar en Simiente' });
export const dialog = (page: Page) => page.getByRole('dialog', { name: 'Buscar en Simiente' });

/** Opens the search with its shortcut, once the page handles it; then typed text goes into the search. */
export async function openSearch(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Buscar en Simiente' }).waitFor();
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
}
