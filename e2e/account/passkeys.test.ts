import type { CDPSession, Page } from '@playwright/test';
import { expect, expectAccessible, failedRequest, test } from '../product/test.ts';

test.use({ expectedErrors: failedRequest(401, 403) });

/** Adds Chromium's virtual authenticator, which verifies its user by itself. */
async function addAuthenticator(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
}

test('E-10.350, E-10.354, E-10.355: a passkey is added, opens a session and a locked screen, and is removed', async ({
  page,
  product,
}) => {
  // Passkeys are bound to a name, and the product's own address is a number.
  const home = product.url.replace('127.0.0.1', 'localhost');
  const { cdp, authenticatorId } = await addAuthenticator(page);
  const byPasskey = page.getByRole('button', { name: 'Entrar con llave de acceso' });
  await page.goto(`${home}/cuenta`);
  await byPasskey.click();
  const rejected = 'No se usó ninguna llave de acceso. Inténtalo otra vez o usa tu contraseña.';
  await expect(page.getByRole('alert')).toHaveText(rejected);
  await page.getByLabel('Correo electrónico').fill(product.staff.email);
  await page.getByLabel('Contraseña', { exact: true }).fill(product.staff.password);
  await page.keyboard.press('Enter');

  const passkeys = page.getByRole('list', { name: 'Llaves de acceso' });
  await expect(passkeys).toContainText('No tienes ninguna.');
  await page.getByRole('button', { name: 'Agregar llave de acceso' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Contraseña', { exact: true }).fill(product.staff.password);
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  const name = dialog.getByLabel('Nombre');
  await expect(name).not.toHaveValue('');
  await name.fill('Portátil de recepción');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Crear llave de acceso' }).click();
  await expect(passkeys).toContainText('Portátil de recepción');

  await test.step('a passkey unlocks a locked screen', async () => {
    await page.request.post(`${home}/api/auth/sign-out`, { data: {}, headers: { origin: home } });
    const lockScreen = page.getByRole('dialog', { name: 'Tu sesión terminó' });
    await expect(lockScreen).toBeVisible();
    await byPasskey.click();
    await expect(lockScreen).toBeHidden();
    await page.reload();
    await expect(passkeys).toContainText('Último uso');
  });

  await test.step('a passkey signs in', async () => {
    await page.request.post(`${home}/api/auth/sign-out`, { data: {}, headers: { origin: home } });
    await page.goto(`${home}/cuenta`);
    await expectAccessible(page);
    await byPasskey.click();
    await expect(passkeys).toBeVisible();
  });

  await test.step('a removed passkey no longer signs in', async () => {
    await page.getByRole('button', { name: 'Quitar la llave Portátil de recepción' }).click();
    await dialog.getByRole('button', { name: 'Usar llave de acceso' }).click();
    await expect(passkeys).toContainText('No tienes ninguna.');
    await page.request.post(`${home}/api/auth/sign-out`, { data: {}, headers: { origin: home } });
    await page.goto(`${home}/cuenta`);
    await byPasskey.click();
    await expect(page.getByRole('alert')).toContainText('No se reconoció la llave de acceso.');
    // The authenticator still has the credential; only the server forgot it.
    const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId });
    expect(credentials).toHaveLength(1);
  });
});
