import type { Page } from '@playwright/test';
import { expect, expectAccessible, failedRequest, test } from '../product/test.ts';

test.use({ withProvider: true, expectedErrors: failedRequest(401, 403) });

/** Signs in on the provider's own page. */
async function answer(page: Page, login: string): Promise<void> {
  await page.getByLabel('Usuario').fill(login);
  await page.getByRole('button', { name: 'Entrar en Almena' }).click();
}

test('E-10.380, E-10.386, E-10.387: an account is bound, signs in and unlocks its screen at the provider, and is unbound', async ({
  page,
  product,
  identityProvider,
}) => {
  // The host differs from that of the provider, so that the browser treats them as separate sites.
  const home = product.url.replace('127.0.0.1', 'localhost');
  identityProvider?.allow(home);
  const enter = page.getByRole('button', { name: 'Entrar con Almena ID' });
  const section = page.getByRole('list', { name: 'Cuenta externa' });
  const dialog = page.getByRole('dialog');
  const signOut = () =>
    page.request.post(`${home}/api/auth/sign-out`, { data: {}, headers: { origin: home } });

  await test.step('an account without a link cannot sign in at the provider', async () => {
    await page.goto(`${home}/cuenta`);
    await expectAccessible(page);
    await enter.click();
    await answer(page, 'mariana');
    await expect(page.getByRole('alert')).toContainText('no está vinculada');
    await expect(page).toHaveURL(`${home}/proveedor`);
    await expectAccessible(page);
  });

  await test.step('the account is linked', async () => {
    await page.goto(`${home}/cuenta`);
    await page.getByLabel('Correo electrónico').fill(product.staff.email);
    await page.getByLabel('Contraseña', { exact: true }).fill(product.staff.password);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Vincular con Almena ID' }).click();
    await dialog.getByLabel('Contraseña', { exact: true }).fill(product.staff.password);
    await expectAccessible(page);
    const opening = page.waitForEvent('popup');
    await dialog.getByRole('button', { name: 'Continuar' }).click();
    const popup = await opening;
    await answer(popup, 'mariana');
    await expect(section).toContainText('mariana@almena.example');
    await expect.poll(() => popup.isClosed()).toBe(true);
  });

  await test.step('the provider unlocks a locked screen', async () => {
    await signOut();
    const lockScreen = page.getByRole('dialog', { name: 'Tu sesión terminó' });
    await expect(lockScreen).toBeVisible();
    const opening = page.waitForEvent('popup');
    await enter.click();
    const popup = await opening;
    await answer(popup, 'mariana');
    await expect(lockScreen).toBeHidden();
    await expect.poll(() => popup.isClosed()).toBe(true);
  });

  await test.step('a user with a session at the provider signs in', async () => {
    await signOut();
    await page.goto(`${home}/cuenta`);
    await enter.click();
    await expect(section).toContainText('Último uso');
    await expect(page).toHaveURL(`${home}/cuenta`);
  });

  await test.step('the link is removed', async () => {
    await page.getByRole('button', { name: 'Quitar vínculo' }).click();
    await dialog.getByLabel('Contraseña', { exact: true }).fill(product.staff.password);
    await dialog.getByRole('button', { name: 'Quitar vínculo' }).click();
    await expect(section).toContainText('No tienes ninguna vinculada.');
  });
});
