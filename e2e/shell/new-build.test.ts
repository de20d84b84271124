import { expect, failedRequest, test } from '../product/test.ts';

// The calendar's code is missing on the server.
test.use({ expectedErrors: failedRequest(404) });

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
