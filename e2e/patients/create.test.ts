import type { Page } from '@playwright/test';
import { expect, test } from '../product/test.ts';
import { makeExport, person } from './records.ts';

test.use({
  reducedMotion: 'no-preference',
  dataset: makeExport([
    person('Íñigo Núñez Peña', {
      status: 3,
      email: 'Inigo@Example.org',
      phone: '+52 55 1234 5678',
      createDate: '2026-01-05T18:00:00Z',
    }),
    person('Bruno Álvarez', { email: 'bruno@example.org', phone: '33 9999 0000' }),
  ]),
});

async function openForm(page: Page) {
  await page.getByRole('button', { name: 'Crear paciente' }).click();
  const form = page.getByRole('dialog', { name: 'Crear paciente' });
  await expect(form.getByLabel('Nombre')).toBeFocused();
  return form;
}

const findDuplicates = (page: Page) =>
  page.getByRole('region', { name: /Es posible que este paciente ya exista/ });

test('a patient is created by the form or by the keyboard alone, and a possible duplicate after a confirmation', async ({
  staffPage: page,
  context,
}) => {
  await test.step('E-2.58, E-2.181: a valid patient is sent once, opened, and on top of the list', async () => {
    await page.goto('/pacientes');
    const form = await openForm(page);
    await form.getByLabel('Nombre').fill('  Sofía Ñandú ');
    await form.getByLabel('Correo electrónico').fill('sofia@example.org');
    await form.getByLabel('Teléfono').fill('(55) 8765-4321');
    await expect(form.getByRole('combobox', { name: 'Estatus' })).toHaveValue('Registro');
    await form.getByRole('combobox', { name: 'Estatus' }).click();
    await expect(form.getByRole('option')).toHaveText([
      'Registro',
      'Test',
      'Abordaje Gral',
      'Acciones',
    ]);
    await form.getByRole('option', { name: 'Test' }).click();
    const sending = page.waitForRequest('**/v1/user/create');
    await form.getByRole('button', { name: 'Crear paciente' }).click();
    const request = await sending;
    expect(request.postDataJSON()).toMatchObject({
      name: 'Sofía Ñandú',
      email: 'sofia@example.org',
      phone: '(55) 8765-4321',
      status: 2,
    });
    expect(request.headers()['idempotency-key']).toMatch(/./);
    await expect(page.getByText('Paciente creado')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sofía Ñandú');
    await expect(page).toHaveURL(/\/pacientes\/usr_[0-9a-f]{20}$/);
    await expect(page.getByText('sofia@example.org')).toBeVisible();
    await expect(page.getByRole('main')).toBeFocused();

    await page.getByRole('navigation', { name: 'Ruta' }).getByRole('link').click();
    await expect(page.getByText('3 pacientes registrados')).toBeVisible();
    await expect(page.getByRole('table').locator('[data-row-link]').first()).toContainText('Sofía');
  });

  await test.step('the name alone is enough, by the keyboard', async () => {
    await page.getByRole('button', { name: 'Crear paciente' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog').getByLabel('Nombre')).toBeFocused();
    await page.keyboard.type('Zoe');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Zoe');
    await page.goBack();
  });

  await test.step('E-10.4134: patients with the same e-mail or phone are shown, and open in another tab', async () => {
    const form = await openForm(page);
    await form.getByLabel('Correo electrónico').fill('INIGO@example.ORG');
    await expect(findDuplicates(page)).toContainText('Es posible que este paciente ya exista');
    await expect(findDuplicates(page)).toContainText('Inigo@Example.org · +52 55 1234 5678');
    await expect(findDuplicates(page)).toContainText('Mismo correo');
    await expect(findDuplicates(page)).toContainText('Abordaje Gral');
    await form.getByLabel('Teléfono').fill('33-9999-0000');
    await expect(findDuplicates(page)).toContainText(
      'Es posible que este paciente ya exista (2 coincidencias)',
    );
    // The word of a status is not divided on a phone.
    await page.setViewportSize({ width: 320, height: 844 });
    const status = findDuplicates(page).getByRole('listitem').getByText('Registro');
    await expect.poll(async () => (await status.boundingBox())?.height).toBeLessThan(26);
    await page.setViewportSize({ width: 1440, height: 900 });

    const opening = context.waitForEvent('page');
    await findDuplicates(page)
      .getByRole('link', { name: /Íñigo Núñez Peña/ })
      .click();
    const other = await opening;
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('Íñigo Núñez Peña');
    await other.close();
    // The typed text is kept.
    await expect(form.getByLabel('Teléfono')).toHaveValue('33-9999-0000');
    await form.getByLabel('Correo electrónico').fill('');
    await form.getByLabel('Teléfono').fill('');
    await expect(findDuplicates(page)).toHaveCount(0);
  });

  await test.step('E-2.181: the first submit warns, and only Crear de todos modos creates', async () => {
    const form = page.getByRole('dialog', { name: 'Crear paciente' });
    await form.getByLabel('Nombre').fill('Íñigo Otra Vez');
    await form.getByLabel('Teléfono').fill('+5215512345678');
    await page.keyboard.press('Enter');
    await expect(findDuplicates(page)).toBeFocused();
    await expect(findDuplicates(page)).toContainText('Mismo teléfono');
    const anyway = form.getByRole('button', { name: 'Crear de todos modos' });
    await expect(anyway).toBeVisible();
    await expect(form.getByRole('button', { name: 'Abrir el que ya existe' })).toBeVisible();
    await expect(form.getByRole('button', { name: 'Crear paciente' })).toHaveCount(0);

    // Enter in a field does not confirm, and another phone needs another confirmation.
    await form.getByLabel('Nombre').press('Enter');
    await expect(anyway).toBeVisible();
    await form.getByLabel('Teléfono').fill('+52 55 1234 5670');
    await expect(form.getByRole('button', { name: 'Crear paciente' })).toBeVisible();
    await form.getByLabel('Teléfono').fill('5512345678');
    // Duplicates are found during typing too, without an attempt.
    await anyway.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Íñigo Otra Vez');
  });

  await test.step('E-10.203: the existing patient opens instead, and none is created', async () => {
    await page.goBack();
    const form = await openForm(page);
    await form.getByLabel('Nombre').fill('nuñez iñigo');
    await form.getByLabel('Correo electrónico').fill('inigo@example.org');
    await expect(findDuplicates(page)).toContainText('Nombre parecido');
    await form.getByRole('button', { name: 'Abrir el que ya existe' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Íñigo Núñez Peña');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.goBack();
    // The export has two patients, and three were created.
    await expect(page.getByText('5 pacientes registrados')).toBeVisible();
  });
});
