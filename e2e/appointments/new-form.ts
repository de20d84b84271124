import { expect, type Locator, type Page } from '@playwright/test';
import { makeExport, person } from '../patients/records.ts';
import { instant, TUESDAY } from '../product/days.ts';
import { withDoctor } from './records.ts';

/** Carlos has no appointment; Renata Olvera has two, one after the other, and Ignacio Núñez one long ago. */
export const threePatients = makeExport([
  person(
    'Alejandro Villaseñor',
    {},
    {
      appointments: {
        recipeAppointments: [],
        doctorAppointments: [
          withDoctor('apt_1'),
          withDoctor('apt_2', { appointmentDate: { date: instant(TUESDAY, '17:30') } }),
        ],
      },
    },
  ),
  person(
    'Bruno Salas',
    {},
    {
      appointments: {
        recipeAppointments: [],
        doctorAppointments: [
          withDoctor('apt_3', {
            appointmentDate: { date: '2024-05-06T15:00:00Z' },
            doctor: {
              name: 'Ignacio Núñez',
              specialty_formatted: ['Urología'],
              email: 'ignacio@example.org',
            },
          }),
        ],
      },
    },
  ),
  person('Carlos Mena'),
]);

export const CREATE = '/v1/doctor/create_appointment';
export const CARLOS = '/pacientes/usr_carlosmena';
export const APPOINTMENTS = `${CARLOS}/doctor-appointments`;

export const getCards = (page: Page) => page.getByRole('main').getByRole('listitem');
export const getForm = (page: Page) => page.getByRole('dialog', { name: 'Crear cita' });
export const getCreateButton = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Crear cita', exact: true });
export const getSubmit = (form: Locator) => form.getByRole('button', { name: 'Crear cita' });
export const getFreeTimes = (form: Locator) =>
  form
    .getByRole('group', { name: 'Próximos horarios disponibles Ciudad de México' })
    .getByRole('listitem')
    .getByRole('button');

export async function openForm(page: Page, url = APPOINTMENTS): Promise<Locator> {
  await page.goto(url);
  await getCreateButton(page).click();
  return getForm(page);
}

export async function choose(form: Locator, search: string, doctor: string): Promise<void> {
  await form.getByRole('combobox', { name: 'Médico' }).fill(search);
  // Waits until the other options are gone, because the active option may still change.
  await expect(form.getByRole('option')).toHaveCount(1);
  await form.getByRole('option', { name: doctor }).click();
}

/** Renata Olvera, next Tuesday, at an hour of Mexico City. */
export async function fill(form: Locator, time: string): Promise<void> {
  await choose(form, 'olvera', 'Renata Olvera Cid Andrología');
  await form.getByRole('textbox', { name: 'Fecha' }).fill(TUESDAY);
  await form.getByLabel(/^Hora/).fill(time);
}

export async function findDoctorId(page: Page, search: string): Promise<string> {
  const answer = await page.request.get(`/v1/doctor/list?search=${search}`);
  return (await answer.json()).data.doctors[0].idDoctor;
}
