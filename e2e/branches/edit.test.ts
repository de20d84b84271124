import { expect, failedRequest, test } from '../product/test.ts';
import { ALMENA_PAGE, almenaWith, field, press } from './records.ts';

test.use({
  expectedErrors: failedRequest(404, 409),
  dataset: almenaWith([
    {
      name: 'Almena Centro',
      phone: '999 167 4408',
      exam_available: ['SEM', 'BIO'],
      address: { street: 'Calle 20', neighborhood: 'Altabrisa', city: 'Mérida' },
    },
  ]),
});

test('a branch is edited, and an unknown one is reported', async ({ staffPage: page }) => {
  await test.step('an unknown branch is reported', async () => {
    await page.goto('/partners/edit-branch/brn_nadie');
    await expect(page.getByText('No encontramos esta sucursal')).toBeVisible();
  });

  await test.step('E-2.233: an edit sends what changed, and the list shows it', async () => {
    await page.goto(ALMENA_PAGE);
    await page.getByRole('link', { name: 'Almena Centro', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Editar sucursal');
    await expect(field(page, 'Dirección')).toHaveValue('Calle 20, Altabrisa, Mérida');
    await expect(page.getByText('La dirección tiene 3 partes')).toBeVisible();
    await expect(page.getByRole('checkbox', { name: 'Seminograma' })).toBeChecked();
    await field(page, 'Nombre').fill('Almena Altabrisa');
    await page.getByRole('checkbox', { name: 'Alfaglucosidasa' }).check();
    const sending = page.waitForRequest('**/v1/partner/update-branch');
    await press(page, 'Guardar cambios');
    // Unchanged fields are not sent: the address keeps its parts.
    expect((await sending).postDataJSON()).toEqual({
      idBranch: 'brn_1',
      version: 1,
      name: 'Almena Altabrisa',
      exam_available: ['SEM', 'BIO', 'ALG'],
    });
    await expect(page.getByText('Sucursal actualizada')).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${ALMENA_PAGE}$`));
    const row = page.locator('tbody tr').filter({ hasText: 'Almena Altabrisa' });
    await expect(row).toContainText('3 exámenes');
    await expect(row.getByRole('img')).toHaveText('3');
  });
});
