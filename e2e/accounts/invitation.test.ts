import {
  expect,
  expectAccessible,
  failedRequest,
  nightlyStep,
  signIn,
  test,
} from '../product/test.ts';

// Requests of the receptionist fail once her account is suspended.
test.use({ expectedErrors: failedRequest(401) });

test('E-10.341, E-10.347: an invited receptionist enters by the link, sees the pages of her role, and is signed out when suspended', async ({
  page,
  product,
  browser,
}) => {
  const { administrator, ...facts } = product;
  const password = 'jacaranda azul 7';
  const guest = await (await browser.newContext({ baseURL: product.url })).newPage();
  let link = '';

  await test.step('E-10.340: administration invites her, and is shown the link once', async () => {
    await signIn(page, { ...facts, administrator, staff: administrator });
    await page.goto('/home');
    await page.getByRole('link', { name: 'Cuentas' }).click();
    await expect(page).toHaveURL('/cuentas');
    await page.getByRole('button', { name: 'Invitar persona' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invitar persona' });
    await dialog.getByLabel('Nombre').fill('Rosa Díaz');
    await dialog.getByLabel('Correo electrónico').fill('rosa@clinica.example');
    await dialog.getByRole('checkbox', { name: 'Todo' }).uncheck();
    await dialog.getByRole('checkbox', { name: 'Recepción' }).check();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Crear invitación' }).click();
    link = await dialog.getByLabel('Enlace').inputValue();
    await dialog.getByRole('button', { name: 'Listo' }).click();
    await expect(page.getByRole('row', { name: /Rosa Díaz/ })).toContainText('Invitada');
  });

  await test.step('she chooses a password and enters', async () => {
    await guest.goto(link);
    await expect(guest.getByLabel('Nombre')).toHaveValue('Rosa Díaz');
    await guest.getByLabel('Contraseña', { exact: true }).fill(password);
    await expectAccessible(guest);
    await guest.getByRole('button', { name: 'Guardar y entrar' }).click();
    await expect(guest).toHaveURL('/home');
    await expect(guest.getByRole('link', { name: 'Papelera' })).toBeVisible();
    await expect(guest.getByRole('link', { name: 'Cuentas' })).toHaveCount(0);
  });

  await nightlyStep(
    'E-10.370: administration enters her professional identity, which she confirms',
    async () => {
      await page.getByRole('button', { name: 'Acciones de Rosa Díaz' }).click();
      await page.getByRole('menuitem', { name: 'Identidad profesional' }).click();
      const dialog = page.getByRole('dialog', { name: 'Identidad profesional' });
      await dialog.getByLabel('Cédula profesional').fill('4123456');
      await dialog.getByLabel('Institución del título').fill('UNAM');
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Guardar datos' }).click();
      await expect(page.getByRole('row', { name: /Rosa Díaz/ })).toContainText(
        'Firma por confirmar',
      );
      await guest.goto('/home');
      await guest.getByRole('link', { name: 'Revisar en Mi cuenta' }).click();
      const identity = guest.getByRole('region', { name: 'Identidad profesional' });
      await expectAccessible(guest);
      await identity.getByRole('button', { name: 'Confirmar mis datos' }).click();
      await expect(identity).toContainText('Activa');
    },
  );

  await test.step('a suspension from the list is seen there, and ends her next request', async () => {
    const row = page.getByRole('row', { name: /Rosa Díaz/ });
    await expect(row).toContainText('Activa');
    await row.getByRole('button', { name: 'Acciones de Rosa Díaz' }).click();
    await page.getByRole('menuitem', { name: 'Suspender' }).click();
    const question = page.getByRole('dialog', { name: 'Suspender cuenta' });
    await question.getByRole('button', { name: 'Suspender' }).click();
    await expect(row).toContainText('Suspendida');
    expect((await guest.request.get('/v1/user/list')).status()).toBe(401);
  });
  await guest.context().close();
});
