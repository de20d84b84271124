import { makeExport, person } from '../patients/records.ts';
import { expectAccessibleLayout, expectAccessibleState } from '../product/looks.ts';
import { expect, failedRequest, moveTo, signIn, test } from '../product/test.ts';
import { readAuthenticator } from './authenticator.ts';

test.use({
  dataset: makeExport([person('Ana Pérez', { status: 2 }), person('Beto Ruiz', { status: 1 })]),
  requireTwoFactor: true,
  expectedErrors: failedRequest(401, 403),
});

test('E-10.173: the setup of a required second step is accessible at every width, and then the requested page opens', async ({
  page,
  product,
}) => {
  await test.step('a user can sign out instead of setting up the second step', async () => {
    await signIn(page, product);
    await page.goto('/home');
    await page.getByRole('button', { name: 'Cerrar Sesión' }).click();
    await expect(page).toHaveURL('/login');
  });

  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  await page.goto('/pacientes?estatus=2');
  await page.getByLabel('Correo electrónico').fill(product.staff.email);
  await page.getByLabel('Contraseña', { exact: true }).fill(product.staff.password);
  await page.keyboard.press('Enter');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Activa la verificación en dos pasos');
  await expect(page).toHaveTitle('Verificación en dos pasos · Simiente');
  await expect(page.getByRole('navigation')).toHaveCount(0);
  const password = page.getByLabel('Contraseña', { exact: true });
  await expect(password).toBeFocused();
  // The list was not requested; the server would have rejected it.
  expect(calls.filter((path) => path.startsWith('/v1/user'))).toEqual([]);
  expect((await page.request.get('/v1/user/get-all')).status()).toBe(403);

  await expectAccessibleLayout(page);
  await password.focus();
  await page.keyboard.type('no es esta');
  await page.keyboard.press('Enter');
  await expect(page.getByText('La contraseña es incorrecta.')).toBeVisible();
  await expect(password).toBeFocused();
  await password.fill(product.staff.password);
  await page.getByRole('button', { name: 'Continuar' }).click();
  const code = page.getByLabel('Código de la aplicación');
  await expect(code).toBeFocused();
  await expect(page.getByRole('img', { name: 'Código QR para tu aplicación' })).toBeVisible();
  await expectAccessibleState(page);
  await code.fill(await (await readAuthenticator(page))());
  await page.keyboard.press('Enter');
  await expect(heading).toHaveText('Guarda tus códigos de recuperación');
  await expect(
    page.getByRole('list', { name: 'Códigos de recuperación' }).getByRole('listitem'),
  ).toHaveCount(10);
  await page.getByRole('button', { name: 'Ya los guardé' }).click();

  await expect(page).toHaveURL('/pacientes?estatus=2');
  await expect(page.getByText('Ana Pérez')).toBeVisible();
  await expect(page.getByText('Beto Ruiz')).toHaveCount(0);
  await moveTo(page, '/cuenta');
  await expect(page.getByText('Activa', { exact: true })).toBeVisible();
  // The second step cannot be turned off where it is required.
  await expect(page.getByRole('button', { name: 'Desactivar' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});
