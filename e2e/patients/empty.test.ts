import { deafen } from '../live/screens.ts';
import { expect, failedRequest, test } from '../product/test.ts';

test.use({ expectedErrors: failedRequest(500, 503) });

test('an empty list shows that it loads, that it is empty, and that it failed', async ({
  staffPage: page,
}) => {
  await test.step('E-2.140: skeletons and Cargando... are shown while the list loads', async () => {
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/v1/user/list*', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/pacientes');
    await expect(page.getByText('Cargando...')).toBeVisible();
    release();
    await expect(page.getByText('No data available')).toBeVisible();
    await page.unroute('**/v1/user/list*');
  });

  await test.step('E-2.147: a list without patients says No data available, with its columns', async () => {
    await expect(page.getByText('No data available')).toBeVisible();
    await expect(page.getByRole('columnheader', { name: /Nombre/ })).toBeVisible();
  });

  await test.step('E-8.24: a failed list says so in the table, and Reintentar loads it', async () => {
    await deafen(page);
    let broken = true;
    await page.route('**/v1/user/list*', (route) => (broken ? route.abort() : route.continue()));
    await page.goto('/pacientes');
    await expect(page.getByText('Error al cargar los pacientes')).toBeVisible();
    await expect(
      page.getByText('Sin conexión con el servidor. Revisa tu conexión a internet.'),
    ).toBeVisible();
    broken = false;
    await page.getByRole('button', { name: 'Reintentar' }).click();
    await expect(page.getByText('No data available')).toBeVisible();
  });

  await test.step('the empty list offers to create the first patient', async () => {
    await page.getByRole('table').getByRole('button', { name: 'Crear paciente' }).click();
    await page.getByRole('dialog').getByLabel('Nombre').fill('La primera');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('La primera');
  });
});
