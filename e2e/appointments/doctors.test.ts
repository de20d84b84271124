import type { Page } from '@playwright/test';
import { makeExport, person } from '../patients/records.ts';
import {
  addDays,
  clinicTime,
  formatDate,
  instant,
  THURSDAY,
  TUESDAY,
  WEDNESDAY,
} from '../product/days.ts';
import { expect, moveTo, test } from '../product/test.ts';
import { withDoctor } from './records.ts';

const at = (date: string) => ({ appointmentDate: { date } });

test.use({
  dataset: makeExport([
    person(
      'Alejandro Villaseñor',
      {},
      {
        appointments: {
          recipeAppointments: [],
          doctorAppointments: [
            withDoctor('apt_1'),
            withDoctor('apt_past', { status: 'cancelled', ...at('2024-12-31T23:45:00Z') }),
          ],
        },
      },
    ),
    person(
      'Carlos Mena',
      {},
      {
        appointments: {
          recipeAppointments: [],
          doctorAppointments: ['apt_3', 'apt_4'].map((id) =>
            withDoctor(id, at(instant(addDays(TUESDAY, 21), '17:00'))),
          ),
        },
      },
    ),
  ]),
});

const CALL = '/v1/doctor/update_appointment_status';
const APPOINTMENTS = '/pacientes/usr_alejandrovillaseor/doctor-appointments';

const getCards = (page: Page) => page.getByRole('main').getByRole('listitem');

test('the appointments of a patient are shown, edited and saved, by mouse and by keyboard', async ({
  staffPage: page,
}) => {
  await test.step('imported appointments at the same time are marked', async () => {
    await page.goto('/pacientes/usr_carlosmena/doctor-appointments');
    await expect(page.getByText('Se empalma con otra cita importada').first()).toBeVisible();
  });

  await test.step('S-15: the cards show the doctor, and the time in UTC and at the clinic', async () => {
    await moveTo(page, APPOINTMENTS);
    await expect(page.getByText('Alejandro Villaseñor · 2 citas médicas')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gestión de Citas');
    const [next, past] = [getCards(page).first(), getCards(page).nth(1)];
    await expect(next.getByRole('heading')).toHaveText('Cita Médica');
    await expect(next).toContainText('Dr Renata Olvera Cid');
    await expect(next).toContainText('Andrología');
    await expect(next).not.toContainText('Urología');
    await expect(next.getByText('Pendiente')).toHaveAttribute('data-tone', 'green');
    await expect(next).toContainText(`${formatDate(TUESDAY)} | 5:00 PM UTC`);
    await expect(next).toContainText(`${clinicTime(instant(TUESDAY, '17:00'))}–11:30`);
    await expect(past.getByText('Cancelado')).toHaveAttribute('data-tone', 'orange');
    await expect(past).toContainText('12/31/2024 | 11:45 PM UTC');
  });

  await test.step('the keyboard alone edits an appointment', async () => {
    await page.getByRole('button', { name: 'Ver Detalles' }).first().focus();
    await page.keyboard.press('Enter');
    const form = page.getByRole('dialog', { name: 'Editar Cita' });
    await expect(form.getByRole('combobox', { name: 'Estado' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(form.getByRole('listbox')).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(form.getByRole('combobox', { name: 'Estado' })).toHaveValue('Asignado');
    await form.getByRole('textbox', { name: 'Fecha' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Cita actualizada')).toBeVisible();
    await expect(getCards(page).first().getByText('Asignado')).toBeVisible();
  });

  await test.step('S-14: status, date and time are saved, and the card shows them without a reload', async () => {
    let readings = 0;
    page.on('request', (request) => {
      if (request.url().includes('get-medical-history-patient')) readings += 1;
    });
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: 'Ver Detalles' }).first().click();
    const form = page.getByRole('dialog', { name: 'Editar Cita' });
    await expect(form).toContainText('Andrología · Alejandro Villaseñor');
    const status = form.getByRole('combobox', { name: 'Estado' });
    await expect(status).toBeFocused();
    await status.click();
    await expect(form.getByRole('option')).toHaveText(['Pendiente', 'Asignado', 'Cancelado']);
    await form.getByRole('option', { name: 'Pendiente' }).click();
    await expect(form.getByLabel('Hora (Ciudad de México)')).toHaveValue('11:00');
    await form.getByRole('textbox', { name: 'Fecha' }).fill(WEDNESDAY);
    await form.getByLabel(/^Hora/).fill('18:30');
    await expect(form).toContainText(`En UTC: ${formatDate(THURSDAY)} | 12:30 AM.`);
    const sending = page.waitForRequest(`**${CALL}`);
    await form.getByRole('button', { name: 'Guardar cambios' }).click();
    expect((await sending).postDataJSON()).toEqual({
      idAppointment: 'apt_1',
      status: 'pending',
      date: instant(THURSDAY, '00:30'),
      version: 2,
    });
    await expect(form).toBeHidden();
    const card = getCards(page).first();
    await expect(card).toContainText(`${formatDate(THURSDAY)} | 12:30 AM UTC`);
    await expect(card.getByText('Pendiente')).toBeVisible();
    expect(readings).toBe(0);

    await page.reload();
    await expect(getCards(page).first()).toContainText(
      `${clinicTime(instant(THURSDAY, '00:30'))}–19:00`,
    );
  });
});
