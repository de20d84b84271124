import { deafen } from '../live/screens.ts';
import { expect, failedRequest, test } from '../product/test.ts';

test('E-2.147: a list that has nothing at all says No data available', async ({
  staffPage: page,
}) => {
  await page.goto('/pacientes');
  await expect(page.getByText('No data available')).toBeVisible();
  await expect(page.getByRole('columnheader', { name: /Nombre/ })).toBeVisible();
});

test.describe('when the list cannot be loaded', () => {
  test.use({ expectedErrors: failedRequest(500, 503) });

  test('E-8.24: the error stands in the table and Reintentar brings the list', async ({
    staffPage: page,
  }) => {
    await deafen(page);
    let broken = true;
    await page.route('**/v1/user/list*', (route) => (broken ? route.abort() : route.continue()));
    await page.goto('/pacientes');
    await expect(page.getByText('Error al cargar los pacientes')).toBeVisible();
    await expect(page.getByText('Sin conexión con el servidor. Revisa tu conexión.')).toBeVisible();
    broken = false;
    await page.getByRole('button', { name: 'Reintentar' }).click();
    await expect(page.getByText('No data available')).toBeVisible();
  });
});

test('E-2.140: while the list loads, skeletons stand under Cargando...', async ({
  staffPage: page,
}) => {
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
});
