import { expect, failedRequest, test } from '../product/test.ts';

// Code is missing on the server, or cannot be reached.
test.use({
  expectedErrors: new RegExp(`${failedRequest(404).source}|Unable to preload CSS|Code not loaded`),
});

test('E-10.703: a form with a part missing after a new build has a notice, and keeps the typed text', async ({
  staffPage: page,
}) => {
  await page.route(/\/assets\/Calendar-.*\.js/, (route) => route.fulfill({ status: 404 }));
  await page.route('**/login', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<script type="module" src="/assets/index-later.js"></script>',
    }),
  );
  await page.goto('/pacientes');
  await page.getByRole('button', { name: 'Crear paciente' }).first().click();
  const form = page.getByRole('dialog', { name: 'Crear paciente' });
  const name = form.getByLabel('Nombre');
  await name.fill('José Ángel de la Peña');
  await form.getByText('Identificación').click();
  await form.getByRole('button', { name: 'Abrir calendario' }).click();

  const toast = page.getByRole('status').filter({ hasText: 'Hay una versión nueva de Simiente' });
  await expect(toast).toContainText('Guarda tus cambios y recarga la página.');
  await expect(name).toHaveValue('José Ángel de la Peña');
  await test.step('E-10.705: Recargar asks before losing it, and a user who stays continues', async () => {
    const dialog = page.waitForEvent('dialog');
    const pressing = toast.getByRole('button', { name: 'Recargar' }).click();
    const question = await dialog;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    await pressing;
    await expect(name).toHaveValue('José Ángel de la Peña');
    await form.getByRole('button', { name: 'Crear paciente' }).click();
    await expect(page.getByText('Paciente creado')).toBeVisible();
  });
});

test('E-10.3440: a page that was deployed since loads from the new build', async ({
  staffPage: page,
}) => {
  await page.goto('/home');
  const link = page.getByRole('link', { name: 'Papelera' });
  await expect(link).toBeVisible();
  await page.route('**/assets/**', (route) => route.fulfill({ status: 404 }));
  await page.route('**/login', async (route) => {
    await page.unroute('**/assets/**');
    await route.fulfill({
      contentType: 'text/html',
      body: '<script type="module" src="/assets/index-later.js"></script>',
    });
  });
  const reload = page.waitForEvent('load');
  await link.click();
  await reload;
  await expect(page.getByRole('heading', { name: 'Papelera', level: 1 })).toBeVisible();
});

test('E-10.3441: a page that failed to load without network loads by itself when it is back', async ({
  staffPage: page,
  context,
}) => {
  await page.goto('/home');
  const link = page.getByRole('link', { name: 'Papelera' });
  await expect(link).toBeVisible();
  await context.setOffline(true);
  await link.click();
  await expect(page.getByRole('alert')).toContainText('No se pudo abrir la página');
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Papelera', level: 1 })).toBeVisible();
});

test('E-10.4023: a page whose scripts alone fail to load stays in the application, and can be retried', async ({
  staffPage: page,
}) => {
  await page.goto('/home');
  const link = page.getByRole('link', { name: 'Papelera' });
  await expect(link).toBeVisible();
  await page.route('**/assets/*.js', (route) => route.abort('internetdisconnected'));
  await link.click();
  await expect(page.getByRole('alert')).toContainText('No se pudo abrir la página');
  await page.unroute('**/assets/*.js');
  await page.getByRole('button', { name: 'Reintentar' }).click();
  await expect(page.getByRole('heading', { name: 'Papelera', level: 1 })).toBeVisible();
});
