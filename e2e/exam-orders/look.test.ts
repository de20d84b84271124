import { expectAccessibleLayout, expectAccessibleState } from '../product/looks.ts';
import { expect, moveTo, test } from '../product/test.ts';
import { makeOrder, PATIENT_PAGE, places, takePdf } from './records.ts';

test.use({ dataset: places });
test('E-10.67: the orders of a patient, a new one and their downloads are accessible and fit', async ({
  staffPage: page,
}) => {
  await test.step('a created order is accessible at every width', async () => {
    await page.goto(PATIENT_PAGE);
    const orders = page.getByRole('region', { name: 'Órdenes de examen' });
    await expect(orders.getByText('Todavía no hay órdenes de examen.')).toBeVisible();
    await orders.getByRole('button', { name: 'Crear orden' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Sucursal' }).fill('especialidades');
    await expect(page.getByRole('option')).toHaveCount(1);
    await page.getByRole('option').click();
    await dialog.getByRole('button', { name: 'Crear orden' }).click();
    await expect(dialog.getByText('Elige al menos un estudio.')).toBeVisible();
    await expectAccessibleLayout(page);
    await dialog.getByRole('button', { name: 'Seleccionar todos' }).click();
    await dialog.getByRole('button', { name: 'Crear orden' }).click();
    await expect(page.getByRole('dialog', { name: 'Orden creada' })).toBeVisible();
    await expectAccessibleState(page);
    await page.keyboard.press('Escape');
    await expect(orders.getByRole('listitem')).toHaveCount(1);
    await expectAccessibleState(page);
  });

  await test.step('the list of downloads is accessible at every width', async () => {
    await takePdf(page, await makeOrder(page, { idBranch: 'brn_larga', exams: ['SEM', 'HORMO'] }));
    await moveTo(page, '/home/ordenes?desde=2026-01-01&laboratorio=clinica-sur');
    await expect(page.getByText('1 descarga', { exact: true })).toBeVisible();
    await expectAccessibleLayout(page);
  });
});
