import type { Page } from '@playwright/test';
import { loseSession } from '../live/screens.ts';
import { comeBack, expect, failedRequest, test } from '../product/test.ts';
import { exportOf, person } from './records.ts';

test.use({
  reducedMotion: 'no-preference',
  dataset: exportOf([
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
  await page.goto('/pacientes');
  await page.getByRole('button', { name: 'Crear paciente' }).click();
  const form = page.getByRole('dialog', { name: 'Crear paciente' });
  await expect(form.getByLabel('Nombre')).toBeFocused();
  return form;
}

const suspects = (page: Page) =>
  page.getByRole('region', { name: /Es posible que este paciente ya exista/ });

test('E-2.58, E-2.181: a patient is made, and one goes on with them', async ({
  staffPage: page,
}) => {
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
  expect(request.postDataJSON()).toEqual({
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

test('the name is enough, by keyboard alone', async ({ staffPage: page }) => {
  await page.goto('/pacientes');
  await page.getByRole('button', { name: 'Crear paciente' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByLabel('Nombre')).toBeFocused();
  await page.keyboard.type('Zoe');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Zoe');
});

test('what does not fit is said at its field, before anything is sent', async ({
  staffPage: page,
}) => {
  const form = await openForm(page);
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST') sent += 1;
  });
  await form.getByLabel('Correo electrónico').fill('sin arroba');
  await form.getByLabel('Teléfono').fill('12');
  await form.getByRole('button', { name: 'Crear paciente' }).click();
  await expect(form.getByLabel('Nombre')).toBeFocused();
  await expect(form.getByText('Escribe el nombre.')).toBeVisible();
  await expect(form.getByText('Escribe un correo válido, como nombre@ejemplo.com.')).toBeVisible();
  await expect(form.getByText('El teléfono tiene entre 7 y 20 dígitos.')).toBeVisible();
  await form.getByLabel('Teléfono').fill('12 34 56 78');
  await expect(form.getByText('El teléfono tiene entre 7 y 20 dígitos.')).toBeHidden();
  expect(sent).toBe(0);
});

test('who may be the same person is shown while one types', async ({
  staffPage: page,
  context,
}) => {
  const form = await openForm(page);
  await form.getByLabel('Correo electrónico').fill('INIGO@example.ORG');
  await expect(suspects(page)).toContainText('Es posible que este paciente ya exista');
  await expect(suspects(page)).toContainText('Inigo@Example.org · +52 55 1234 5678 (mismo correo)');
  await expect(suspects(page)).toContainText('Abordaje Gral');
  await form.getByLabel('Teléfono').fill('33-9999-0000');
  await expect(suspects(page)).toContainText(
    'Es posible que este paciente ya exista (2 coincidencias)',
  );

  const opening = context.waitForEvent('page');
  await suspects(page)
    .getByRole('link', { name: /Íñigo Núñez Peña/ })
    .click();
  const other = await opening;
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Íñigo Núñez Peña');
  await other.close();
  // What was typed is still there.
  await expect(form.getByLabel('Teléfono')).toHaveValue('33-9999-0000');
  await form.getByLabel('Correo electrónico').fill('');
  await form.getByLabel('Teléfono').fill('');
  await expect(suspects(page)).toHaveCount(0);
});

test('E-2.181: a duplicate is made only with a second word', async ({ staffPage: page }) => {
  const form = await openForm(page);
  await form.getByLabel('Nombre').fill('Íñigo Otra Vez');
  await form.getByLabel('Teléfono').fill('+5215512345678');
  await page.keyboard.press('Enter');
  await expect(suspects(page)).toBeFocused();
  await expect(suspects(page)).toContainText('(mismo teléfono)');
  const anyway = form.getByRole('button', { name: 'Crear de todos modos' });
  await expect(anyway).toBeVisible();
  await expect(form.getByRole('button', { name: 'Crear paciente' })).toHaveCount(0);

  // Enter in a field is no such word, and another phone asks anew.
  await form.getByLabel('Nombre').press('Enter');
  await expect(anyway).toBeVisible();
  await form.getByLabel('Teléfono').fill('+52 55 1234 5670');
  await expect(form.getByRole('button', { name: 'Crear paciente' })).toBeVisible();
  await form.getByLabel('Teléfono').fill('5512345678');
  await form.getByRole('button', { name: 'Crear paciente' }).click();
  await anyway.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Íñigo Otra Vez');
});

test.describe('what fails', () => {
  test.use({ expectedErrors: failedRequest(401, 503) });

  test('without a network nothing is lost, and the same request goes again', async ({
    staffPage: page,
  }) => {
    const form = await openForm(page);
    await form.getByLabel('Nombre').fill('Con paciencia');
    const keys: (string | undefined)[] = [];
    await page.route('**/v1/user/create', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      // It arrives, and its answer is lost.
      await route.fetch();
      await route.abort();
    });
    await form.getByRole('button', { name: 'Crear paciente' }).click();
    await expect(form.getByRole('alert')).toHaveText(/Sin conexión con el servidor/);
    await expect(form.getByLabel('Nombre')).toHaveValue('Con paciencia');
    await page.unroute('**/v1/user/create');
    await form.getByRole('button', { name: 'Crear paciente' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Con paciencia');
    expect(new Set(keys).size).toBe(1);
    await page.goto('/pacientes');
    await expect(page.getByText('3 pacientes registrados')).toBeVisible();
  });

  test('without the search for duplicates nobody is made', async ({ staffPage: page }) => {
    const form = await openForm(page);
    await page.route('**/v1/user/duplicates*', (route) => route.abort());
    await form.getByLabel('Nombre').fill('Sin comprobar');
    await form.getByLabel('Correo electrónico').fill('nuevo@example.org');
    await form.getByRole('button', { name: 'Crear paciente' }).click();
    await expect(form.getByRole('alert')).toHaveText(/Sin conexión con el servidor/);
    await expect(form.getByLabel('Correo electrónico')).toHaveValue('nuevo@example.org');
  });

  test('what was typed is saved once its writer is back, after the session ended', async ({
    staffPage: page,
    product,
  }) => {
    const form = await openForm(page);
    await form.getByLabel('Nombre').fill('Casi perdida');
    const looked = page.waitForResponse('**/v1/user/duplicates*');
    await form.getByLabel('Teléfono').fill('55 4444 3333');
    // Nothing else is on its way that could find the session gone before the click does.
    await looked;
    await loseSession(page);
    await form.getByRole('button', { name: 'Crear paciente' }).click();
    // What was asked for goes on by itself.
    await comeBack(page, product);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Casi perdida');
    await expect(page.getByText('55 4444 3333')).toBeVisible();
  });
});

test.describe('an empty list', () => {
  test.use({ dataset: { kind: 'empty' } });

  test('offers to make the first one', async ({ staffPage: page }) => {
    await page.goto('/pacientes');
    await page.getByRole('table').getByRole('button', { name: 'Crear paciente' }).click();
    await page.getByRole('dialog').getByLabel('Nombre').fill('La primera');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('La primera');
  });
});
