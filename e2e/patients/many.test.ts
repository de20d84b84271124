import { expect, test } from '../product/test.ts';

test.use({ dataset: { kind: 'demo', patients: 130 } });

test('a long list of patients loads by page, renders few rows, and is selected beyond them', async ({
  staffPage: page,
}) => {
  await test.step('Tab reaches Eliminar from a row without loading another page', async () => {
    await page.goto('/pacientes');
    await expect(page.getByText('1–50 de 130')).toBeVisible();
    let pages = 0;
    page.on('request', (request) => {
      if (request.url().includes('cursor=')) pages += 1;
    });
    await page.locator('[data-row-index="0"]').focus();
    await page.keyboard.press('Space');
    await expect(page.getByText('1 elementos seleccionados')).toBeVisible();
    const remove = page.getByRole('button', { name: 'Eliminar' });
    await expect(remove).toBeVisible();
    // The row's checkbox and contact, Editar, Cambiar estatus, Eliminar.
    for (let stop = 0; stop < 5; stop += 1) await page.keyboard.press('Tab');
    await expect(remove).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(pages).toBe(0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('Escape');
  });

  await test.step('the footer shows the range, and Cargar más loads the next page', async () => {
    await expect(page.getByText('130 pacientes registrados')).toBeVisible();
    await expect(page.getByText('1–50 de 130')).toBeAttached();
    // Dispatched without scrolling to it: near its end the list loads more by itself.
    await page.getByRole('button', { name: 'Cargar más' }).dispatchEvent('click');
    await expect(page.getByText('1–100 de 130')).toBeAttached();
  });

  await test.step('E-1.5: scrolling loads every page, and few rows are rendered', async () => {
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    await expect(page.getByText('1–130 de 130')).toBeAttached();
    await expect.poll(() => page.getByRole('row').count()).toBeLessThanOrEqual(80);
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    await expect(page.getByRole('button', { name: 'Cargar más' })).toHaveCount(0);
    await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', '131');
  });

  await test.step('E-2.56: all results are selected and deleted, beyond the loaded rows', async () => {
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
});
