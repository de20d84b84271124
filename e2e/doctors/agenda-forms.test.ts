import type { Locator } from '@playwright/test';
import { FRIDAY, THURSDAY, typedDate } from '../product/days.ts';
import { expect, failedRequest, test } from '../product/test.ts';
import { busyWeek, clickAtEleven, getColumn, getEvent, openAgenda } from './agenda-page.ts';
import { findPath } from './records.ts';

test.use({
  viewport: { width: 1440, height: 1400 },
  // Some of these steps are rejected on purpose, and the browser logs each rejection.
  expectedErrors: failedRequest(401, 409),
  dataset: busyWeek,
});

/** Waits until only this option is left, because the active option may still change. */
async function chooseElsa(form: Locator): Promise<void> {
  await form.getByRole('combobox', { name: 'Paciente' }).fill('elsa');
  await expect(form.getByRole('option')).toHaveText([/Elsa Mar/]);
  await form.getByRole('option').click();
}

test('an agenda opens the forms of appointments, and a retired doctor takes none', {
  tag: '@nightly',
}, async ({ staffPage: page }) => {
  await test.step('E-10.210: an appointment opens its card, and the agenda shows saved changes', async () => {
    await openAgenda(page);
    await getEvent(page, 'Ana Paz').focus();
    await page.keyboard.press('Enter');
    const card = page.getByRole('dialog', { name: 'Cita Médica' });
    await card.getByRole('button', { name: 'Reprogramar' }).click();
    const form = page.getByRole('dialog', { name: 'Editar Cita' });
    await expect(form.getByLabel(/^Hora/)).toHaveValue('09:00');
    await form.getByLabel(/^Hora/).fill('10:00');
    await form.getByRole('button', { name: 'Guardar cambios' }).click();
    await expect(page.getByText('Cita actualizada')).toBeVisible();
    await expect(form).toBeHidden();
    await expect(card).toContainText('10:00–10:30');
    await page.keyboard.press('Escape');
    await expect(card).toBeHidden();
    await expect(getEvent(page, 'Ana Paz')).toContainText('10:00–10:30');
    await expect(getEvent(page, 'Ana Paz')).toBeFocused();
  });

  await test.step('a free time opens Crear cita', async () => {
    await clickAtEleven(page, FRIDAY);
    const form = page.getByRole('dialog', { name: 'Crear cita' });
    await expect(form).toContainText('Dr Renata Olvera Cid');
    await expect(form.getByRole('textbox', { name: 'Fecha' })).toHaveValue(typedDate(FRIDAY));
    await expect(form.getByLabel(/^Hora/)).toHaveValue('11:00');
    await chooseElsa(form);
    await form.getByRole('button', { name: 'Crear cita' }).click();
    await expect(page.getByText('Cita creada')).toBeVisible();
    await expect(getColumn(page, FRIDAY)).toContainText('Elsa Mar 11:00–11:30');
    await expect(page.getByText('5 citas próximas')).toBeVisible();
  });

  await test.step('E-10.23: a retired doctor keeps the agenda and takes no new appointment', async () => {
    const idDoctor = (await findPath(page, 'Renata')).split('/').at(-1);
    await page.request.put('/v1/doctor/retire', { data: { idDoctor, retired: true } });
    await openAgenda(page);
    await expect(getEvent(page, 'Ana Paz')).toBeVisible();
    await clickAtEleven(page, THURSDAY);
    // The next event opens its own popover, and the first one closes.
    await getEvent(page, 'Ana Paz').click();
    await expect(page.getByRole('dialog', { name: 'Cita Médica' })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(1);
  });
});
