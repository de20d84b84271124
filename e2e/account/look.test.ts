import type { Page } from '@playwright/test';
import { expectAccessibleLayout } from '../product/looks.ts';
import { expect, failedRequest, nightlyStep, signIn, test } from '../product/test.ts';
import { readAuthenticator } from './authenticator.ts';

const LONG = 'Maximiliano Alejandro de la Santísima Trinidad Villaseñor-Echeverría y Montes de Oca';

// Some of these steps are rejected on purpose, and the browser logs each rejection.
test.use({ expectedErrors: failedRequest(403, 409) });

const getPasswordField = (page: Page) =>
  page.getByRole('dialog').getByLabel('Contraseña', { exact: true });

test('the account page, and setup and removal of two-step verification, are accessible and fit', {
  tag: '@nightly',
}, async ({ staffPage: page, product, browser }) => {
  await nightlyStep('the account page', async () => {
    const elsewhere = await browser.newPage({ baseURL: product.url });
    await signIn(elsewhere, product);
    await page.request.put('/v1/account/update', { data: { name: LONG } });
    await page.goto('/cuenta');
    await expect(page.getByRole('button', { name: 'Cerrar las demás sesiones' })).toBeVisible();
    await expect(page.getByText('Cambiaste el nombre de la cuenta')).toBeVisible();
    await expectAccessibleLayout(page);
    await page.getByRole('button', { name: 'Cambiar contraseña' }).click();
    await page.getByRole('textbox', { name: 'Nombre' }).fill('Otra');
    await page.request.put('/v1/account/update', { data: { name: `${LONG} II` } });
    await page.getByRole('button', { name: 'Guardar nombre' }).click();
    await expect(page.getByRole('button', { name: 'Conservar mis cambios' })).toBeVisible();
    await expectAccessibleLayout(page);
    await elsewhere.close();
  });

  await test.step('the setup of two-step verification is accessible at every width', async () => {
    await page.goto('/cuenta');
    await page.getByRole('button', { name: 'Activar' }).click();
    await page.getByRole('button', { name: 'Continuar' }).click();
    await expect(getPasswordField(page)).toHaveAccessibleDescription('Escribe tu contraseña');
    await expectAccessibleLayout(page);
    await getPasswordField(page).fill(product.staff.password);
    await page.keyboard.press('Enter');
    const code = page.getByLabel('Código de la aplicación');
    await code.fill('000000');
    await page.keyboard.press('Enter');
    await expect(page.getByText('El código no es correcto o ya se usó')).toBeVisible();
    await expectAccessibleLayout(page);
    await code.fill(await (await readAuthenticator(page))());
    await page.keyboard.press('Enter');
    await expect(page.getByRole('list', { name: 'Códigos de recuperación' })).toBeVisible();
    await expectAccessibleLayout(page);
  });

  await test.step('an account with two-step verification and its removal are accessible at every width', async () => {
    await page.getByRole('button', { name: 'Ya los guardé' }).click();
    await expect(page.getByText('Quedan 10 de 10 sin usar')).toBeVisible();
    await expectAccessibleLayout(page);
    await page.getByRole('button', { name: 'Desactivar' }).click();
    await expect(getPasswordField(page)).toBeFocused();
    await nightlyStep('the dialog before a rejection', () => expectAccessibleLayout(page));
    await getPasswordField(page).fill(product.staff.password);
    await page.getByLabel('Código', { exact: true }).fill('000000');
    await page.keyboard.press('Enter');
    await expect(page.getByText('El código no es correcto o ya se usó')).toBeVisible();
    await expectAccessibleLayout(page);
  });
});
