import type { Page } from '@playwright/test';
import { blockEvents, loseSession, pressWithoutSession } from '../live/screens.ts';
import { makeExport, person } from '../patients/records.ts';
import { expect, expectAccessible, failedRequest, moveTo, test, unlock } from '../product/test.ts';
import { setUpTwoFactor } from './authenticator.ts';

test.use({
  dataset: makeExport([person('Ana Pérez'), person('Beto Ruiz', { status: 2 })]),
  expectedErrors: failedRequest(401, 403),
});

const getLockScreen = (page: Page) => page.getByRole('dialog', { name: 'Tu sesión terminó' });

test('the end of a session locks the page: hidden, inert and not closable until the password is entered', async ({
  staffPage: page,
  product,
}) => {
  await test.step('E-10.86, E-10.176, E-2.165, E-2.234, E-10.70, E-10.105, T-A9: a form half filled in is locked when its session ends elsewhere, and is restored by the password', async () => {
    await page.goto('/partners/create-partner');
    const name = page.getByLabel('Nombre');
    await name.fill('A medias');
    // The end of the event stream locks the page.
    await page.request.post('/api/auth/sign-out', { data: {} });
    await expect(getLockScreen(page)).toBeVisible();
    await expect(name).toBeHidden();
    await unlock(page, product);
    await expect(page).toHaveURL('/partners/create-partner');
    await expect(name).toHaveValue('A medias');
    await expect(name).toBeFocused();
  });

  await test.step('E-10.176, T-A9: nothing below the lock screen can be seen, reached or closed', async () => {
    await moveTo(page, '/pacientes');
    await page.getByRole('button', { name: 'Crear paciente' }).click();
    const form = page.getByRole('dialog', { name: 'Crear paciente' });
    await form.getByLabel('Nombre').fill('A medias');
    await form.getByLabel('Teléfono').fill('55 1234 5678');
    await pressWithoutSession(page, form.getByRole('button', { name: 'Crear paciente' }));
    const lockScreen = getLockScreen(page);
    await expect(lockScreen).toBeVisible();
    await expect(lockScreen.getByLabel('Contraseña', { exact: true })).toBeFocused();
    await expect(page.locator('[data-locked] #root')).toBeHidden();
    await expect(form).toBeHidden();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await expect(lockScreen).toBeVisible();
    await expect(page.getByRole('searchbox', { name: 'Buscar en Simiente' })).toHaveCount(0);

    await page.keyboard.press('Enter');
    await expect(lockScreen.getByRole('alert')).toHaveText('Ingresa tu contraseña');
    await lockScreen.getByLabel('Contraseña', { exact: true }).fill('no es esta');
    await lockScreen.getByRole('button', { name: 'Continuar' }).click();
    await expect(lockScreen.getByRole('alert')).toHaveText('Correo o contraseña incorrectos.');
    await lockScreen.getByLabel('Contraseña', { exact: true }).fill(product.staff.password);
    await lockScreen.getByRole('button', { name: 'Continuar' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('A medias');
    await page.unrouteAll();
  });

  await test.step('T-A10: a second step is required over the page too, if it is on', async () => {
    const { code } = await setUpTwoFactor(page, product);
    await moveTo(page, '/pacientes');
    await expect(page.getByText(/pacientes registrados/)).toBeVisible();
    await loseSession(page);
    await page.getByRole('button', { name: /^Test/ }).click();
    const lockScreen = getLockScreen(page);
    await lockScreen.getByLabel('Contraseña', { exact: true }).fill(product.staff.password);
    await page.keyboard.press('Enter');
    await lockScreen.getByLabel('Código de verificación').fill(await code(1));
    await page.keyboard.press('Enter');
    await expect(lockScreen).toHaveCount(0);
    await expect(page).toHaveURL('/pacientes?estatus=2');
  });
});

test('two tabs are locked together, opened by one password, and left to another user', async ({
  staffPage: page,
  context,
  product,
}) => {
  const other = await context.newPage();
  await test.step('E-10.176, T-A9: two tabs are locked together, and one password opens both', async () => {
    for (const tab of [page, other]) {
      await tab.goto('/pacientes');
      await expect(tab.getByText(/pacientes registrados/)).toBeVisible();
    }
    await blockEvents(other);
    await loseSession(page);
    for (const tab of [page, other]) {
      await tab.getByRole('button', { name: /^Test/ }).click();
      await expect(getLockScreen(tab)).toBeVisible();
    }
    await unlock(other, product);
    await expect(getLockScreen(page)).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^Test/ })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    for (const tab of [page, other]) await tab.unrouteAll();
  });

  await test.step('E-10.176, T-A9: another user starts at /home, and finds nothing of the previous one', async () => {
    await other.goto('/pacientes');
    await expect(other.getByText(/pacientes registrados/)).toBeVisible();
    await page.goto('/pacientes');
    await page.getByRole('button', { name: 'Crear paciente' }).click();
    const form = page.getByRole('dialog', { name: 'Crear paciente' });
    await form.getByLabel('Nombre').fill('Casi perdida');
    await blockEvents(other);
    await pressWithoutSession(page, form.getByRole('button', { name: 'Crear paciente' }));
    await getLockScreen(page).getByRole('button', { name: 'Entrar con otra cuenta' }).click();
    await expect(page).toHaveURL('/login');
    await page.getByLabel('Correo electrónico').fill(product.colleague.email);
    await page.getByLabel('Contraseña', { exact: true }).fill(product.colleague.password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/home');
    // The other tab, whose session now is another user's, reloads too.
    await expect(other).toHaveURL('/home');
    await expect(other.getByRole('link', { name: /Mi cuenta/ })).toContainText(
      product.colleague.name,
    );
    await page.goto('/pacientes');
    await page.getByRole('button', { name: 'Crear paciente' }).click();
    await expect(form.getByLabel('Nombre')).toHaveValue('');
  });
});
