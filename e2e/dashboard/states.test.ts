import { deafen } from '../live/screens.ts';
import { expect, failedRequest, test } from '../product/test.ts';
import { expectFigures } from './records.ts';

test.use({ expectedErrors: failedRequest(404, 500, 503) });

test('an empty dashboard, one that loads, an empty period and an unknown laboratory say so', async ({
  staffPage: page,
}) => {
  await test.step('shapes are shown while the figures load', async () => {
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/v1/dashboard/figures*', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/home');
    await expect(page.getByText('Cargando...')).toBeAttached();
    const heightOf = () => page.getByRole('region', { name: 'Actividad reciente' }).boundingBox();
    const before = await heightOf();
    release();
    await expectFigures(page, 0, 0, 0, 0);
    expect(before?.y).toBeGreaterThan(500);
    await page.unroute('**/v1/dashboard/figures*');
  });

  await test.step('an empty period offers to be cleared', async () => {
    await page.goto('/home?desde=2001-01-01&hasta=2001-02-01');
    await expect(page.getByText('No hay datos disponibles')).toBeVisible();
    await page.getByRole('status').getByRole('button', { name: 'Limpiar filtros' }).click();
    await expect(page).toHaveURL('/home');
    await expect(page.getByText('No data available')).toBeVisible();
  });

  await test.step('an unknown laboratory is reported, and can be left', async () => {
    await page.goto('/home?laboratorio=lab_nadie');
    await expect(page.getByText('Este laboratorio no existe')).toBeVisible();
    await page.getByRole('alert').getByRole('button', { name: 'Limpiar filtros' }).click();
    await expectFigures(page, 0, 0, 0, 0);
  });

  await test.step('E-2.43: an empty product has zeros, and says what to do next', async () => {
    await page.goto('/home');
    await expectFigures(page, 0, 0, 0, 0);
    await expect(page.getByText('No data available')).toBeVisible();
    await expect(page.getByText('No hay exámenes en este periodo.')).toBeVisible();
    await page.getByRole('link', { name: 'Ir a Pacientes' }).click();
    await expect(page).toHaveURL('/pacientes');
  });
});

test.describe('failed requests', () => {
  test('S-241: today, figures and activity that fail say so separately, and Reintentar loads them', async ({
    staffPage: page,
  }) => {
    await deafen(page);
    let broken = true;
    await page.route('**/v1/dashboard/**', (route) => (broken ? route.abort() : route.continue()));
    await page.goto('/home');
    await expect(page.getByText('Error al cargar las cifras')).toBeVisible();
    await expect(page.getByText('Error al cargar la actividad')).toBeVisible();
    await expect(page.getByText('Error al cargar el día de hoy')).toBeVisible();
    broken = false;
    await page.getByRole('button', { name: 'Reintentar' }).first().click();
    await expect(page.getByText('No hay citas hoy.')).toBeVisible();
    await page.getByRole('button', { name: 'Reintentar' }).first().click();
    await expectFigures(page, 0, 0, 0, 0);
    await page.getByRole('button', { name: 'Reintentar' }).click();
    await expect(page.getByText('No hubo cambios en este periodo.')).toBeVisible();
  });
});

test('E-2.4: without a session the pages of the dashboard lead to the login and back', async ({
  page,
  product,
}) => {
  for (const path of [
    '/home?desde=2026-08-03&hasta=2026-11-01',
    '/home/estudios',
    '/home/actividad',
    '/home/recetas',
  ]) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/login\?next=/);
  }
  await page.goto('/home?desde=2026-08-03&hasta=2026-11-01');
  await page.getByLabel('Correo electrónico').fill(product.staff.email);
  await page.getByLabel('Contraseña', { exact: true }).fill(product.staff.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/home?desde=2026-08-03&hasta=2026-11-01');
});
