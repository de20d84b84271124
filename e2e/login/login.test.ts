import { expect, expectAccessible, failedRequest, test } from '../product/test.ts';

test.use({ expectedErrors: failedRequest(400, 401, 429) });

test('the login rejects missing or wrong fields, and signs in with Enter', async ({
  page,
  product: { staff },
}) => {
  await test.step('E-2.1, E-2.2, E-2.22: the root redirects to the login', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.getByText('Cargando...')).toBeVisible();
    await page.keyboard.type('anx');
    await page.keyboard.press('Backspace');
    release();
    await expect(page).toHaveURL('/login');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bienvenido');
    await expect(page.getByText('Ingresa tus credenciales para continuar.')).toBeVisible();
    await expect(page.getByLabel('Correo electrónico')).toBeFocused();
  });

  await test.step('E-10.2922: letters typed before the login is drawn are in its e-mail field', async () => {
    await page.keyboard.type('a@simiente.example');
    await expect(page.getByLabel('Correo electrónico')).toHaveValue('ana@simiente.example');
    await page.unrouteAll();
  });

  await test.step('E-2.25, E-8.6: a wrong password and an unknown e-mail have the same sentence', async () => {
    for (const email of [staff.email, 'nadie@simiente.example']) {
      await page.getByLabel('Correo electrónico').fill(email);
      await page.getByLabel('Contraseña', { exact: true }).fill('no es esta');
      // Both show the same sentence: only the answer reveals that the second was rejected too.
      const answer = page.waitForResponse('**/api/auth/sign-in/email');
      await page.keyboard.press('Enter');
      expect((await answer).status()).toBe(401);
      await expect(page.getByRole('alert')).toHaveText('Correo o contraseña incorrectos.');
    }
    await expect(page).toHaveURL('/login');
  });

  await test.step('E-8.4: the server rejects an invalid e-mail', async () => {
    await page.getByLabel('Correo electrónico').fill('mariana');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText(
      'La dirección de correo electrónico no es válida.',
    );
    await expect(page.getByLabel('Correo electrónico')).toBeFocused();
  });

  await test.step('S-23: the login has labels, placeholders and types, and Enter signs in', async () => {
    const email = page.getByLabel('Correo electrónico');
    await expect(email).toHaveAttribute('type', 'email');
    await expect(email).toHaveAttribute('placeholder', 'email@ejemplo.com');
    const password = page.getByLabel('Contraseña', { exact: true });
    await expect(password).toHaveAttribute('type', 'password');

    await email.fill(`  ${staff.email} `);
    await password.fill(staff.password);
    await password.press('Enter');
    await expect(page).toHaveURL('/home');
    await page.context().clearCookies();
  });

  await test.step('E-8.7: too many wrong passwords have the sentence that asks to wait', async () => {
    await page.goto('/login');
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await page.request.post('/api/auth/sign-in/email', {
        data: { email: staff.email, password: 'no es esta' },
      });
    }
    await page.getByLabel('Correo electrónico').fill(staff.email);
    await page.getByLabel('Contraseña', { exact: true }).fill(staff.password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText(
      'Se han enviado demasiadas solicitudes en un corto período de tiempo. Por favor, inténtalo de nuevo más tarde.',
    );
  });
});

test('T-K2: failed attempts from elsewhere do not lock out a known browser, whose next sign-in reports them', async ({
  staffPage: page,
  product: { staff, url },
  playwright,
}) => {
  await page.request.post('/api/auth/sign-out', { data: {} });
  const stranger = await playwright.request.newContext({ baseURL: url });
  const attempt = { data: { email: staff.email, password: 'no es esta' } };
  const statuses: number[] = [];
  for (let index = 0; index < 11; index += 1) {
    const answer = await stranger.post('/api/auth/sign-in/email', attempt);
    statuses.push(answer.status());
  }
  await stranger.dispose();
  expect(statuses).toEqual([...Array(10).fill(401), 429]);

  await page.goto('/login');
  await page.getByLabel('Correo electrónico').fill(staff.email);
  await page.getByLabel('Contraseña', { exact: true }).fill(staff.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/home');
  const warning = page.getByRole('status').filter({ hasText: 'intentos fallidos' });
  await expect(warning).toContainText(
    'Hubo 11 intentos fallidos de entrar a tu cuenta desde tu último inicio de sesión',
  );
  await expect(warning).toContainText('Si no fuiste tú, cambia tu contraseña en Mi cuenta.');
  await expectAccessible(page);
  await warning.getByRole('button', { name: 'Cerrar aviso' }).click();
  await expect(warning).toHaveCount(0);
});
