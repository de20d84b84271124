import type { Page } from '@playwright/test';
import { instant, TUESDAY } from '../product/days.ts';
import { expect, failedRequest, moveTo, test } from '../product/test.ts';
import { bookings, findPath, makeDoctor } from './records.ts';

test.use({
  expectedErrors: failedRequest(409),
  dataset: bookings(
    { id: 'apt_1', patient: 'Ana', at: instant(TUESDAY, '15:00') },
    {
      id: 'apt_2',
      patient: 'Bea',
      at: instant(TUESDAY, '15:00'),
      doctor: makeDoctor('Laura Ibarra'),
    },
  ),
});

async function openForm(page: Page, name: 'Crear médico' | 'Editar') {
  await page.getByRole('button', { name, exact: true }).click();
  return page.getByRole('dialog');
}

test('a doctor is created, edited, retired and reactivated', { tag: '@nightly' }, async ({
  staffPage: page,
}) => {
  await test.step('E-2.11, E-10.23: a doctor is created after the fields are checked', async () => {
    await page.goto('/medicos');
    const form = await openForm(page, 'Crear médico');
    await expect(form.getByLabel('Nombre')).toBeFocused();
    await form.getByRole('button', { name: 'Crear médico' }).click();
    await expect(form.getByText('Escribe el nombre.')).toBeVisible();
    await expect(form.getByLabel('Nombre')).toBeFocused();

    await form.getByLabel('Nombre').fill('Íñigo Núñez');
    // Another doctor has this e-mail, in lower case.
    await form.getByLabel('Correo').fill('RENATA@example.org');
    await form.getByLabel('Especialidades').fill('Urología, Andrología');
    await form.getByLabel('Minutos por cita').fill('45');
    await expect(page.locator('[data-locked]')).toHaveCount(0);
    await form.getByRole('button', { name: 'Crear médico' }).click();
    await expect(form.getByText('Ese correo ya es de Renata Olvera Cid.')).toBeVisible();
    await expect(form.getByLabel('Correo')).toBeFocused();
    await expect(form.getByLabel('Nombre')).toHaveValue('Íñigo Núñez');
    await form.getByLabel('Correo').fill('inigo@example.org');
    await expect(page.locator('[data-locked]')).toHaveCount(0);
    const sending = page.waitForRequest('**/v1/doctor/create');
    await form.getByRole('button', { name: 'Crear médico' }).click();
    expect((await sending).postDataJSON()).toEqual({
      name: 'Íñigo Núñez',
      email: 'inigo@example.org',
      specialties: ['Urología', 'Andrología'],
      appointmentMinutes: 45,
    });
    await expect(page.getByText('Médico creado')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dr Íñigo Núñez');
    await expect(page.getByText('0 citas próximas')).toBeVisible();
  });

  await test.step('E-2.11, E-10.23: a doctor retires after a confirmation, and can return', async () => {
    await moveTo(page, await findPath(page, 'Renata'));
    await page.getByRole('button', { name: 'Dar de baja' }).click();
    const question = page.getByRole('dialog', { name: '¿Dar de baja a Dr Renata Olvera Cid?' });
    await expect(question).toContainText('Tiene 1 cita próxima; no se cancela.');
    await expect(question.getByRole('button', { name: 'Cancelar' })).toBeFocused();
    await question.getByRole('button', { name: 'Dar de baja' }).click();
    await expect(page.getByText('Médico dado de baja')).toBeVisible();
    // The remaining appointments, whose patients staff must call.
    const left = page.getByRole('dialog', { name: 'Citas por reprogramar' });
    await expect(left.getByRole('link', { name: 'Ana' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText('Inactivo', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Crear cita' })).toHaveCount(0);

    await page.getByRole('button', { name: 'Reactivar' }).click();
    await expect(page.getByText('Médico reactivado')).toBeVisible();
    await expect(page.getByText('Inactivo', { exact: true })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Crear cita' })).toBeVisible();
  });

  await test.step('E-10.23: an edit shows without a reload, and Escape loses no text', async () => {
    const form = await openForm(page, 'Editar');
    await form.getByLabel('Especialidades').fill('Andrología');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: '¿Descartar los cambios?' })).toBeVisible();
    await page.getByRole('button', { name: 'Seguir editando' }).click();
    await expect(form.getByLabel('Especialidades')).toHaveValue('Andrología');
    await form.getByLabel('Nombre').fill('Renata Olvera');
    await form.getByRole('button', { name: 'Guardar cambios' }).click();
    await expect(page.getByText('Médico actualizado')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dr Renata Olvera');
    await expect(page.getByText('Urología')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Editar', exact: true })).toBeFocused();
  });
});
