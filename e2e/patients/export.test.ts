import { readFile } from 'node:fs/promises';
import { expect, failedRequest, test } from '../product/test.ts';
import { makeExport, person } from './records.ts';

test.use({
  dataset: makeExport([person('Ana Pérez')]),
  expectedErrors: failedRequest(401, 503),
});

test('the record of a patient is exported as a ZIP, and a sign-out locks it in every tab', async ({
  staffPage: page,
  context,
}) => {
  await test.step('E-10.154, T-F8: one click downloads the whole record', async () => {
    await page.goto('/pacientes/usr_anaprez');
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Exportar expediente' }).click();
    const file = await coming;
    expect(file.suggestedFilename()).toMatch(/^expediente-usr_anaprez-\d{4}-\d\d-\d\d\.zip$/);
    const bytes = await readFile(await file.path());
    expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
    for (const entry of ['expediente.json', 'expediente.html']) {
      expect(bytes.includes(entry), entry).toBe(true);
    }
    await expect(page.getByText('Expediente exportado')).toBeVisible();
    await expect(page.getByText('guárdalo en un lugar seguro')).toBeVisible();
  });

  await test.step('E-10.154: a failed export shows an error, and Reintentar downloads it', async () => {
    await page.route(
      '**/v1/user/*/export',
      (route) =>
        route.fulfill({
          status: 503,
          json: { status: 503, code: 'UNAVAILABLE', errorMessage: 'No hay lugar por ahora.' },
        }),
      { times: 1 },
    );
    await page.getByRole('button', { name: 'Exportar expediente' }).click();
    const failure = page
      .getByRole('alert')
      .filter({ hasText: 'No se pudo exportar el expediente' });
    await expect(failure).toContainText('No hay lugar por ahora.');
    const coming = page.waitForEvent('download');
    await failure.getByRole('button', { name: 'Reintentar' }).click();
    await coming;
  });

  await test.step('a sign-out in one tab covers every tab', async () => {
    const other = await context.newPage();
    await other.goto('/home');
    await other.getByRole('button', { name: 'Cerrar Sesión' }).click();
    await expect(other).toHaveURL('/login');
    await expect(page).toHaveURL(/\/login/);
    await expect(page.getByText('Ana Pérez')).toHaveCount(0);
  });
});
