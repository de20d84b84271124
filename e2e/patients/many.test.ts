import { expect, test } from '../product/test.ts';
import { exportOf } from './records.ts';

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

test('E-1.5: scrolling loads every page, and few rows are ever in the page', async ({
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

test('E-2.56: all results can be selected, beyond what is loaded', async ({ staffPage: page }) => {
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

test.describe('with one more than a deletion takes', () => {
  const people = Array.from({ length: 1001 }, (_, index) => ({
    patient: { idUser: `usr_${index}`, name: `Persona ${index}` },
  }));
  test.use({ dataset: exportOf(people) });

  test('E-2.56: no more than 1,000 can be selected', async ({ staffPage: page }) => {
    // Twenty pages are read one after the other.
    const timeout = 60_000;
    await page.goto('/pacientes');
    await page.getByRole('checkbox', { name: /Seleccionar tod/ }).check();
    await page.getByRole('button', { name: 'Seleccionar los primeros 1,000 resultados' }).click();
    await expect(page.getByText('1,000 elementos seleccionados')).toBeVisible({ timeout });
    await page.getByRole('button', { name: 'Eliminar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click();
    await expect(page.getByText('1 paciente registrado')).toBeVisible({ timeout });
  });
});
