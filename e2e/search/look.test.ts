import { expectGoodLooks, LOOKING_TIMEOUT } from '../product/looks.ts';
import { expect, test } from '../product/test.ts';
import { everyKind, field, openSearch } from './records.ts';

test.describe.configure({ timeout: LOOKING_TIMEOUT });
test.use({ dataset: everyKind });

test('E-10.130: the search is accessible and fits', async ({ staffPage: page }) => {
  await page.goto('/pacientes/usr_ernestovillaloboscampa');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await openSearch(page);
  await expect(page.getByRole('group', { name: 'Recientes' })).toBeVisible();
  await expectGoodLooks(page);
  await field(page).fill('vil');
  await expect(page.getByRole('group', { name: 'Sucursales' })).toBeVisible();
  await expectGoodLooks(page);
});
