import { readFile } from 'node:fs/promises';
import { makeExport, person } from '../patients/records.ts';
import { expectAccessibleState } from '../product/looks.ts';
import { giveRoles } from '../product/roles.ts';
import { expect, signIn, test } from '../product/test.ts';

test.use({
  dataset: makeExport([person('Ana Pérez', { email: 'ana@example.org' }), person('Berta Ruiz')]),
});

test('E-10.1861, E-10.2501: the list for a breach notice is shown on the screen and exported as a file', async ({
  page,
  product,
}) => {
  const { colleague, staff } = product;
  await giveRoles(page, product, colleague.email, { roles: ['auditoria'] });
  await signIn(page, product);
  await page.goto('/pacientes/usr_anaprez');
  await expect(page.getByRole('heading', { name: 'Ana Pérez' })).toBeVisible();

  await page.goto('about:blank');
  await signIn(page, { ...product, staff: colleague });
  await page.goto('/auditoria');
  await page.getByRole('button', { name: 'Personas afectadas' }).click();
  const dialog = page.getByRole('dialog', { name: 'Personas afectadas' });
  await dialog.getByRole('button', { name: 'Buscar' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Elige la cuenta');
  await dialog.getByRole('combobox', { name: 'Cuenta' }).fill(staff.email);
  await page.getByRole('option', { name: new RegExp(staff.email) }).click();
  await dialog.getByLabel('Desde el').fill('01/01/2020');
  await dialog.getByLabel('Hasta el').fill('31/12/2090');
  await dialog.getByRole('button', { name: 'Buscar' }).click();
  await expect(dialog.getByText('1 persona', { exact: true })).toBeVisible();
  await expect(dialog.getByRole('listitem')).toContainText('Ana Pérez');
  await expect(dialog.getByRole('listitem')).toContainText('ana@example.org');
  await expectAccessibleState(page);

  await dialog.getByRole('button', { name: 'Exportar 1 persona' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  const text = await readFile(await (await downloading).path(), 'utf8');
  expect(text).toContain('Ana Pérez');
  expect(text).not.toContain('Berta Ruiz');

  await page.keyboard.press('Escape');
  await page
    .getByRole('row', { name: /Ana Pérez/ })
    .first()
    .click();
  await page.getByRole('button', { name: '¿A quién afectó?' }).click();
  await expect(dialog.getByText('1 persona', { exact: true })).toBeVisible();
});
