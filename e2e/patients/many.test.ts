import { expect, test } from '../product/test.ts';

test.use({ dataset: { kind: 'demo', patients: 130 } });

test('the foot says the range, and Cargar más brings the next page', async ({
  staffPage: page,
}) => {
  await page.goto('/pacientes');
  await expect(page.getByText('130 pacientes registrados')).toBeVisible();
  await expect(page.getByText('1–50 de 130')).toBeAttached();
  await page.getByRole('button', { name: 'Cargar más' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('1–100 de 130')).toBeAttached();
});

test('scrolling loads every page, and few rows are ever in the page', async ({
  staffPage: page,
}) => {
  await page.goto('/pacientes');
  await expect(page.getByText('1–50 de 130')).toBeAttached();
  for (const range of ['1–100 de 130', '1–130 de 130']) {
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    await expect(page.getByText(range)).toBeAttached();
    expect(await page.getByRole('row').count()).toBeLessThanOrEqual(80);
  }
  await page.evaluate('scrollTo(0, document.body.scrollHeight)');
  await expect(page.getByRole('button', { name: 'Cargar más' })).toHaveCount(0);
  await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', '131');
});

test('all results can be selected, beyond what is loaded', async ({ staffPage: page }) => {
  await page.goto('/pacientes');
  await page.getByRole('checkbox', { name: /Seleccionar tod/ }).check();
  await expect(page.getByText('50 elementos seleccionados')).toBeVisible();
  await page.getByRole('button', { name: 'Seleccionar los 130 resultados' }).click();
  await expect(page.getByText('130 elementos seleccionados')).toBeVisible();
  await page.getByRole('button', { name: 'Eliminar' }).click();
  await expect(page.getByRole('dialog')).toContainText('eliminar 130 elemento(s)');
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click();
  await expect(page.getByText('130 elementos eliminados')).toBeVisible();
  await expect(page.getByText('No data available')).toBeVisible();
});
