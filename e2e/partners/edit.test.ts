import type { Page } from '@playwright/test';
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

async function open(page: Page) {
  await page.goto('/partner/almena/editar');
  await expect(page.getByLabel('Nombre')).toHaveValue('Laboratorio Almena');
}

test.beforeEach(({ staffPage: page }) => open(page));

async function read(page: Page) {
  const answer = await page.request.get('/v1/partner/get_one_partner/?idPartner=almena');
  return (await answer.json()).data.partner;
}

test('a partner is edited, and only what changed is sent', async ({ staffPage: page }) => {
  await test.step('an unchanged form sends nothing', async () => {
    await save(page);
    await expect(page).toHaveURL('/partner/almena');
    expect((await read(page)).version).toBe(1);
  });

  await test.step('an emptied field is reported, and CANCELAR asks', async () => {
    await open(page);
    await page.getByLabel('Nombre').fill('');
    await save(page);
    await expect(
      page.getByRole('alert').getByText('Por favor completa todos los campos obligatorios'),
    ).toBeVisible();
    await page.getByRole('button', { name: 'CANCELAR' }).click();
    await page.getByRole('button', { name: 'Descartar' }).click();
    await expect(page).toHaveURL('/partner/almena');
  });

  await test.step('changed fields are saved, and missing imported ones are not asked for', async () => {
    await open(page);
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

  await test.step('an unknown partner is reported', async () => {
    await page.goto('/partner/nadie/editar');
    await expect(page.getByText('No encontramos este partner')).toBeVisible();
  });
});
