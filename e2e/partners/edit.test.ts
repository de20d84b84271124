import { expect, failedRequest, test } from '../product/test.ts';
import { LOGIN_LOGO, pickLogo, save } from './partner-form.ts';
import { partnersOf } from './records.ts';

test.use({
  dataset: partnersOf({
    idPartner: 'almena',
    name: 'Laboratorio Almena',
    type: 'Consultorio',
    country: 'Tlaxcala',
  }),
  expectedErrors: failedRequest(404, 409),
});

test.beforeEach(async ({ staffPage: page }) => {
  await page.goto('/partner/almena/editar');
  await expect(page.getByLabel('Nombre')).toHaveValue('Laboratorio Almena');
});

async function read(page: import('@playwright/test').Page) {
  const answer = await page.request.get('/v1/partner/get_one_partner/?idPartner=almena');
  return (await answer.json()).data.partner;
}

test('changes what was touched, and asks for nothing that an import left out', async ({
  staffPage: page,
}) => {
  await expect(page.getByRole('combobox', { name: 'Tipo' })).toHaveValue('Consultorio');
  await expect(page.getByRole('combobox', { name: 'País' })).toHaveValue('Tlaxcala');
  await expect(page.getByLabel('Id (subdominio)')).toHaveAttribute('readonly', '');
  await page.getByLabel('Nombre').fill('Almena');
  await pickLogo(page, LOGIN_LOGO);
  await save(page);
  await expect(page.getByText('Cambios guardados')).toBeVisible();
  await expect(page).toHaveURL('/partner/almena');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sucursales de Almena');
  expect(await read(page)).toMatchObject({
    name: 'Almena',
    type: 'Consultorio',
    website: null,
    logo_app_login: { fileName: 'almena.png' },
    version: 2,
  });
  await page.goto('/partner/almena/editar');
  const login = page.getByRole('group', { name: LOGIN_LOGO });
  await expect(login.getByRole('img')).toBeVisible();
  await expect(login.getByRole('button', { name: 'Quitar' })).toHaveCount(0);
});

test('nothing changed is nothing sent', async ({ staffPage: page }) => {
  await save(page);
  await expect(page).toHaveURL('/partner/almena');
  expect((await read(page)).version).toBe(1);
});

test('a field that is emptied is missed, and CANCELAR asks', async ({ staffPage: page }) => {
  await page.getByLabel('Nombre').fill('');
  await save(page);
  await expect(
    page.getByRole('alert').getByText('Por favor completa todos los campos obligatorios'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'CANCELAR' }).click();
  await page.getByRole('button', { name: 'Descartar' }).click();
  await expect(page).toHaveURL('/partner/almena');
});

test('a partner that nobody has is said to be unknown', async ({ staffPage: page }) => {
  await page.goto('/partner/nadie/editar');
  await expect(page.getByText('No encontramos este partner')).toBeVisible();
});
