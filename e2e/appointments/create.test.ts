import { formatDate, instant, TUESDAY, WEDNESDAY } from '../product/days.ts';
import { expect, test } from '../product/test.ts';
import {
  CARLOS,
  CREATE,
  choose,
  fill,
  findDoctorId,
  getCards,
  getCreateButton,
  getForm,
  getFreeTimes,
  getSubmit,
  threePatients,
} from './new-form.ts';

test.use({ dataset: threePatients });

test('appointments are created on a patient’s page and on the page of appointments, also by keyboard alone', async ({
  staffPage: page,
}) => {
  await test.step('E-2.160: a first appointment is created from the page of the patient', async () => {
    await page.goto(CARLOS);
    const card = page.getByRole('region', { name: 'Interconsultas' });
    await expect(card.getByRole('link', { name: 'Ver todas' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await card.getByRole('button', { name: 'Crear cita' }).click();
    const form = getForm(page);
    await choose(form, 'RENATA@', 'Renata Olvera Cid Andrología');
    await getFreeTimes(form).first().click();
    const hour = form.getByLabel(/^Hora/);
    await expect(hour).toBeFocused();
    await expect(hour).toHaveValue(/^\d\d:\d\d$/);
    const offered = (await hour.inputValue()).replace(/^0/, '');
    // Pressed with Enter, because a click within a second of another one is ignored.
    await page.keyboard.press('Enter');
    await expect(form).toBeHidden();
    await expect(card.getByRole('heading')).toHaveText('Interconsultas 1');
    await expect(card.getByRole('listitem')).toContainText('Dr Renata Olvera Cid');
    await card.getByRole('link', { name: 'Ver todas: Interconsultas' }).click();
    // The URL changes before the page.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gestión de Citas');
    await expect(getCards(page)).toContainText(`, ${offered}–`);
  });

  await test.step('E-2.160: an appointment created on the page of appointments shows its card without a reload', async () => {
    let readings = 0;
    page.on('request', (request) => {
      if (request.url().includes('get-medical-history-patient')) readings += 1;
    });
    await getCreateButton(page).click();
    const form = getForm(page);
    await expect(form).toContainText('Carlos Mena');
    await expect(form.getByRole('combobox', { name: 'Médico' })).toBeFocused();
    await expect(form).toContainText('Elige un médico para ver sus horarios disponibles.');
    // Typed without accents.
    await choose(form, 'nunez', 'Ignacio Núñez Urología');
    await form.getByRole('combobox', { name: 'Estado' }).click();
    await form.getByRole('option', { name: 'Asignado' }).click();
    await form.getByRole('textbox', { name: 'Fecha' }).fill(TUESDAY);
    await form.getByLabel('Hora (Ciudad de México)').fill('18:30');
    await expect(form).toContainText(`En UTC: ${formatDate(WEDNESDAY)} | 12:30 AM.`);
    await expect(getFreeTimes(form).first()).toHaveText('8:00');
    const sending = page.waitForRequest(`**${CREATE}`);
    await getSubmit(form).click();
    const request = await sending;
    expect(request.postDataJSON()).toEqual({
      idUser: 'usr_carlosmena',
      idDoctor: await findDoctorId(page, 'ignacio'),
      status: 'assigned',
      date: instant(WEDNESDAY, '00:30'),
    });
    expect(request.headers()['idempotency-key']).toMatch(/^[\w-]{36}$/);
    await expect(page.getByText('Cita creada').last()).toBeVisible();
    await expect(form).toBeHidden();
    await expect(getCards(page)).toHaveCount(2);
    const card = getCards(page).filter({ hasText: 'Dr Ignacio Núñez' });
    await expect(card).toContainText(`${formatDate(WEDNESDAY)} | 12:30 AM UTC`);
    await expect(card.getByText('Asignado')).toBeVisible();
    await expect(page.getByText('Carlos Mena · 2 citas médicas')).toBeVisible();
    await expect(getCreateButton(page)).toBeFocused();
    expect(readings).toBe(0);
  });

  await test.step('E-2.163: missing fields are reported, and an unusual time is reported before saving', async () => {
    await getCreateButton(page).click();
    const form = getForm(page);
    await getSubmit(form).click();
    await expect(form.getByText('Elige al médico.')).toBeVisible();
    await expect(form.getByText('Elige la fecha.')).toBeVisible();
    await expect(form.getByText('Elige la hora.')).toBeVisible();
    await expect(form.getByRole('combobox', { name: 'Médico' })).toBeFocused();
    await fill(form, '22:00');
    await expect(form.getByText(/^Elige/)).toHaveCount(0);
    await expect(form.getByText('Está fuera del horario del médico.')).toBeVisible();
    await form.getByRole('textbox', { name: 'Fecha' }).fill('2020-01-14');
    await form.getByLabel(/^Hora/).fill('10:00');
    await expect(
      form.getByText('Esa hora ya pasó; la cita se guardará en el historial.'),
    ).toBeVisible();
    await form.getByLabel(/^Hora/).fill('23:00');
    await expect(form.locator('[data-locked]')).toHaveCount(0);
    await getSubmit(form).click();
    await expect(form).toBeHidden();
    await expect(page.getByText('Cita creada').last()).toBeVisible();
    await expect(page.getByText('Está fuera del horario del médico.')).toBeVisible();
    await expect(getCards(page).last()).toContainText('mar 14 ene 2020, 23:00–23:30');
  });

  await test.step('E-2.164: the keyboard alone creates an appointment', async () => {
    await getCreateButton(page).focus();
    await page.keyboard.press('Enter');
    const form = getForm(page);
    const doctor = form.getByRole('combobox', { name: 'Médico' });
    await expect(doctor).toBeFocused();
    await page.keyboard.type('olvera');
    await expect(form.getByRole('option')).toHaveText([/Renata Olvera Cid/]);
    await expect(form.getByRole('status').first()).toHaveText('1 resultado');
    // Escape closes the list, and not the form.
    await page.keyboard.press('Escape');
    await expect(form.getByRole('listbox')).toHaveCount(0);
    await page.keyboard.press('ArrowDown');
    await expect(form.getByRole('listbox')).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(doctor).toHaveValue('Renata Olvera Cid');
    await expect(getFreeTimes(form).first()).toBeVisible();
    await getFreeTimes(form).first().focus();
    await page.keyboard.press('Enter');
    await expect(form.getByLabel(/^Hora/)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Cita creada').last()).toBeVisible();
    await expect(getCards(page)).toHaveCount(4);
    await expect(getCreateButton(page)).toBeFocused();
  });
});
