import { readFile } from 'node:fs/promises';
import { expectGoodLooks, LOOKING_TIMEOUT } from '../product/looks.ts';
import { expect, failedRequest, test } from '../product/test.ts';
import { exportOf, person } from './records.ts';

const LONG = 'Maximiliano Alejandro de la Santísima Trinidad Villaseñor-Echeverría y Montes de Oca';
test.use({
  dataset: exportOf([person('Ana Pérez'), person(LONG)]),
  expectedErrors: failedRequest(503),
});

test('the record of a patient is exported as a ZIP, also after a failure', async ({
  staffPage: page,
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

  await test.step('E-10.154: a failed export says so, and Reintentar downloads it', async () => {
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
});

test('the page of a patient with the longest name fits', async ({ staffPage: page }) => {
  test.setTimeout(LOOKING_TIMEOUT);
  const { data } = await (await page.request.get('/v1/user/get-all')).json();
  const { idUser } = data.userData.find(({ name }: { name: string }) => name === LONG);
  await page.goto(`/pacientes/${idUser}`);
  await expect(page.getByRole('button', { name: 'Exportar expediente' })).toBeVisible();
  await expectGoodLooks(page);
});
