import { expectAccessibleState } from '../product/looks.ts';
import { expect, failedRequest, moveTo, test } from '../product/test.ts';
import { prospect, prospects } from '../prospects/records.ts';
import { expectCounts } from './records.ts';

/** With a prospect the clinic is not new. */
const dataset = prospects([prospect('Ana Paz')]);

test.use({ dataset, expectedErrors: failedRequest(404) });

test('an empty dashboard, a loading one, an empty period and an unknown laboratory have notices', async ({
  staffPage: page,
}) => {
  await test.step('skeletons are shown while the counts load', async () => {
    let release: () => void = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/v1/dashboard/figures*', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto('/home');
    await expect(page.getByText('Cargando...')).toBeAttached();
    const activity = page.getByRole('region', { name: 'Actividad reciente' });
    await expect.poll(async () => (await activity.boundingBox())?.y).toBeGreaterThan(500);
    release();
    await expectCounts(page, 0, 0, 0, 0);
    await page.unroute('**/v1/dashboard/figures*');
  });

  await test.step('an empty period offers to clear the filters', async () => {
    await moveTo(page, '/home?desde=2001-01-01&hasta=2001-02-01');
    await expect(page.getByText('No hay datos disponibles')).toBeVisible();
    await page.getByRole('status').getByRole('button', { name: 'Limpiar filtros' }).click();
    await expect(page).toHaveURL('/home');
    await expect(page.getByText('No data available')).toBeVisible();
  });

  await test.step('an unknown laboratory is reported, and its filter can be cleared', async () => {
    await moveTo(page, '/home?laboratorio=lab_nadie');
    await expect(page.getByText('Este laboratorio no existe')).toBeVisible();
    await page.getByRole('alert').getByRole('button', { name: 'Limpiar filtros' }).click();
    await expectCounts(page, 0, 0, 0, 0);
  });

  await test.step('E-2.43: a period without data has zeros, and the next steps', async () => {
    await expectCounts(page, 0, 0, 0, 0);
    await expect(page.getByText('No data available')).toBeVisible();
    await expect(page.getByText('No hay exámenes en este periodo.')).toBeVisible();
    await expectAccessibleState(page);
    await page.getByRole('link', { name: 'Ir a Pacientes' }).click();
    await expect(page).toHaveURL('/pacientes');
  });
});
