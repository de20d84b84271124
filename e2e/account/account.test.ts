import { readFile } from 'node:fs/promises';
import { expectAccessibleLayout } from '../product/looks.ts';
import {
  closeToasts,
  expect,
  expectAccessible,
  failedRequest,
  moveTo,
  signIn,
  test,
} from '../product/test.ts';
import { readAuthenticator } from './authenticator.ts';

// A name changed elsewhere, wrong and weak passwords, and requests of a page whose session ends.
test.use({ expectedErrors: failedRequest(401, 403, 409, 422) });

test('the signed-in account is opened from the menu, its name is saved, its sessions are closed and its password is changed', async ({
  staffPage: page,
  product,
  browser,
}) => {
  await test.step('E-10.170: the bottom of the menu opens the account', async () => {
    await page.goto('/home');
    await page.getByRole('link', { name: /Mi cuenta/ }).click();
    await expect(page).toHaveURL('/cuenta');
    await expect(page).toHaveTitle('Mi cuenta · Simiente');
    await expect(page.getByRole('heading', { level: 1, name: 'Mi cuenta' })).toBeVisible();
    await expect(page.getByRole('main').getByText(product.staff.email)).toBeVisible();
    await expectAccessibleLayout(page);
  });

  await test.step('E-10.170: a new name is saved, and the menu shows it', async () => {
    const name = page.getByRole('textbox', { name: 'Nombre' });
    await name.fill('Mariana Solórzano Ruiz');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Nombre guardado')).toBeVisible();
    await expect(page.getByRole('link', { name: /Mariana Solórzano Ruiz/ })).toBeVisible();
    // An unchanged name is not sent.
    await closeToasts(page);
    await name.fill('Mariana Solórzano Ruiz ');
    await page.keyboard.press('Enter');
    await expect(name).toHaveAccessibleDescription('No hay cambios por guardar.');
    await expect(page.getByText('Nombre guardado')).toBeHidden();
    await name.fill('  ');
    await page.getByRole('button', { name: 'Guardar nombre' }).click();
    await expect(name).toHaveAccessibleDescription('Escribe tu nombre.');
    await expect(name).toBeFocused();
  });

  await test.step('E-10.705: leaving an unsaved name needs confirmation', async () => {
    const name = page.getByRole('textbox', { name: 'Nombre' });
    await name.fill('Mariana a medias');
    await page.getByRole('link', { name: 'Pacientes' }).click();
    const question = page.getByRole('dialog', { name: '¿Descartar los cambios?' });
    await question.getByRole('button', { name: 'Seguir editando' }).click();
    await expect(name).toHaveValue('Mariana a medias');
  });

  await test.step('E-10.170, T-H4: a name changed elsewhere is shown beside the typed one', async () => {
    const name = page.getByRole('textbox', { name: 'Nombre' });
    await name.fill('Mariana Mía');
    await page.request.put('/v1/account/update', { data: { name: 'Mariana Otra' } });
    await page.getByRole('button', { name: 'Guardar nombre' }).click();
    const field = page.getByRole('region', { name: 'Nombre' });
    await expect(field).toContainText('Mariana Otra');
    await expect(field).toContainText('Mariana Mía');
    await page.getByRole('button', { name: 'Conservar mis cambios' }).click();
    await expect(name).toBeFocused();
    await expect(page.getByText('Nombre guardado')).toBeVisible();
    await page.reload();
    await expect(name).toHaveValue('Mariana Mía');
  });

  await test.step('E-10.175: sessions are listed with the current one marked, and closed ones are rejected and locked', async () => {
    const second = await browser.newPage({ baseURL: product.url });
    const third = await browser.newPage({ baseURL: product.url });
    for (const other of [third, second]) await signIn(other, product);
    await second.goto('/home');
    await expect(second.getByRole('navigation', { name: 'Secciones' })).toBeVisible();
    await page.goto('/cuenta');
    const rows = page.getByRole('list', { name: 'Sesiones abiertas' }).getByRole('listitem');
    await expect(rows).toHaveCount(3);
    await expect(rows.filter({ hasText: 'Esta sesión' })).toHaveCount(1);
    await expect(rows.first()).toContainText('Chrome en Linux');
    await expect(rows.first()).toContainText('127.0.0.1');
    const close = rows.getByRole('button', { name: /^Cerrar/ }).first();
    await expect(close).toHaveAccessibleDescription(/^Último uso: hoy, .*127\.0\.0\.1$/);
    await close.click();
    await expect(page.getByText('Sesión cerrada', { exact: true })).toBeVisible();
    await expect(rows).toHaveCount(2);
    await page.getByRole('button', { name: 'Cerrar las demás sesiones' }).click();
    await expect(page.getByText('Se cerró otra sesión')).toBeVisible();
    await expect(rows).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Cerrar las demás sesiones' })).toHaveCount(0);
    expect((await second.request.get('/v1/account/get-one')).status()).toBe(401);
    // Locked without a click or a key: the end of its event stream locks that page.
    await expect(second.getByRole('dialog', { name: 'Tu sesión terminó' })).toBeVisible();
    await second.close();
    await third.close();
  });

  await test.step('E-10.171, T-A8: the current password changes the password, and every other session ends', async () => {
    const elsewhere = await browser.newPage({ baseURL: product.url });
    await signIn(elsewhere, product);
    await moveTo(page, '/cuenta');
    const current = page.getByLabel('Contraseña actual');
    const next = page.getByLabel('Contraseña nueva', { exact: true });
    const save = page.getByRole('button', { name: 'Cambiar contraseña' });
    await save.click();
    await expect(current).toBeFocused();
    await current.fill('no es esta');
    await next.fill('password1');
    await save.click();
    await expect(page.getByText('Esa contraseña es muy común y fácil de adivinar')).toBeVisible();
    await next.fill('bugambilia junto al muro blanco');
    await save.click();
    await expect(page.getByText('La contraseña es incorrecta.')).toBeVisible();
    await expect(current).toBeFocused();
    await current.fill(product.staff.password);
    await save.click();
    // A session was closed earlier too, and that notification may still be shown.
    await expect(
      page.locator('[id^=toast-]').filter({ hasText: 'Contraseña cambiada' }),
    ).toContainText('Se cerró otra sesión');
    expect((await elsewhere.request.get('/v1/account/get-one')).status()).toBe(401);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Mi cuenta' })).toBeVisible();
    await elsewhere.close();
  });
});

test('E-10.172: the second step is set up with an authenticator, asked for at the login, and turned off', async ({
  staffPage: page,
  product,
  browser,
}) => {
  const elsewhere = await browser.newPage({ baseURL: product.url });
  await signIn(elsewhere, product);
  await page.goto('/cuenta');
  const rows = page.getByRole('list', { name: 'Sesiones abiertas' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  const opener = page.getByRole('button', { name: 'Activar' });
  await opener.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Contraseña', { exact: true }).fill('no es esta');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('La contraseña es incorrecta.')).toBeVisible();
  await dialog.getByLabel('Contraseña', { exact: true }).fill(product.staff.password);
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await expect(dialog.getByRole('img', { name: 'Código QR para tu aplicación' })).toBeVisible();
  await expectAccessible(page);
  const code = await readAuthenticator(page);
  const field = dialog.getByLabel('Código de la aplicación');
  await expect(field).toBeFocused();
  await field.fill('000000');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('El código no es correcto o ya se usó')).toBeVisible();
  await field.fill(await code());
  await dialog.getByRole('button', { name: 'Activar' }).click();

  await expect(page.getByText('Verificación en dos pasos activada')).toBeVisible();
  await expect(page.getByText('Se cerró otra sesión')).toBeVisible();
  expect((await elsewhere.request.get('/v1/account/get-one')).status()).toBe(401);
  await elsewhere.close();
  let fresh = '';
  const codes = dialog.getByRole('list', { name: 'Códigos de recuperación' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  // The codes are shown once, so a click outside must not close them.
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('button', { name: 'Cerrar', exact: true })).toHaveCount(0);
  const [first = '', second = '', third = ''] = await codes.getByRole('listitem').allInnerTexts();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Descargar' }).click();
  const file = await (await download).path();
  expect(await readFile(file, 'utf8')).toContain(first);
  await dialog.getByRole('button', { name: 'Ya los guardé' }).click();
  await expect(page.getByText('Activa', { exact: true })).toBeVisible();
  await expect(page.getByText('Quedan 10 de 10 sin usar')).toBeVisible();
  await expect(rows).toHaveCount(1);

  await page.getByRole('button', { name: 'Cerrar Sesión' }).click();
  await page.getByLabel('Correo electrónico').fill(product.staff.email);
  await page.getByLabel('Contraseña', { exact: true }).fill(product.staff.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Verificación en dos pasos' })).toBeVisible();
  const step = page.getByLabel('Código de verificación');
  await expect(step).toBeFocused();
  await expect(step).toHaveAttribute('autocomplete', 'one-time-code');
  await step.fill('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('El código no es correcto o ya se usó');
  await expect(step).toBeFocused();
  await step.fill(await code(1));
  await page.getByRole('button', { name: 'Verificar' }).click();
  await expect(page).toHaveURL('/home');

  await test.step('E-10.172: a recovery code replaces the authenticator, and new codes replace the old', async () => {
    await page.getByRole('button', { name: 'Cerrar Sesión' }).click();
    await page.getByLabel('Correo electrónico').fill(product.staff.email);
    await page.getByLabel('Contraseña', { exact: true }).fill(product.staff.password);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Usar un código de recuperación' }).click();
    const recovery = page.getByLabel('Código de recuperación');
    await expect(recovery).toBeFocused();
    await expectAccessible(page);
    await recovery.fill(first);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/home');
    await moveTo(page, '/cuenta');
    await expect(page.getByText('Quedan 9 de 10 sin usar')).toBeVisible();
    await page.getByRole('button', { name: 'Generar nuevos' }).click();
    await dialog.getByLabel('Contraseña', { exact: true }).fill(product.staff.password);
    await dialog.getByLabel('Código', { exact: true }).fill(third);
    await dialog.getByRole('button', { name: 'Generar' }).click();
    await expect(codes.getByRole('listitem')).toHaveCount(10);
    await expect(codes).not.toContainText(second);
    await page.keyboard.press('Escape');
    await expect(dialog.getByRole('button', { name: 'Cerrar', exact: true })).toHaveCount(0);
    fresh = (await codes.getByRole('listitem').allInnerTexts())[1] ?? '';
    await dialog.getByRole('button', { name: 'Ya los guardé' }).click();
    await expect(page.getByText('Quedan 10 de 10 sin usar')).toBeVisible();
    await expect(dialog).toHaveCount(0);
  });

  await page.getByRole('button', { name: 'Desactivar' }).click();
  await expect(dialog).toContainText('Se cerrarán tus otras sesiones.');
  await dialog.getByLabel('Contraseña', { exact: true }).fill(product.staff.password);
  const confirming = dialog.getByLabel('Código', { exact: true });
  await dialog.getByRole('button', { name: 'Desactivar' }).click();
  await expect(dialog.getByText('Escribe el código')).toBeVisible();
  await expect(confirming).toBeFocused();
  // A click locks its button for a second.
  await confirming.fill(first.replace(/./, '0'));
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('El código no es correcto o ya se usó')).toBeVisible();
  await expect(confirming).toBeFocused();
  await confirming.fill(fresh);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Verificación en dos pasos desactivada')).toBeVisible();
  await expect(page.getByText('Inactiva')).toBeVisible();
  await expect(opener).toBeFocused();
});
