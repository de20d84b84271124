import { expect, test } from '../product/test.ts';
import { dialog, everyKind, field } from './records.ts';

test.use({ dataset: everyKind, viewport: { width: 390, height: 844 }, hasTouch: true });

test('on a phone an icon opens the search, a touch opens a result, and a cross closes it', {
  tag: '@nightly',
}, async ({ staffPage: page }) => {
  await page.goto('/home');
  await page.getByRole('button', { name: 'Buscar en Simiente' }).tap();
  await page.getByRole('button', { name: 'Cerrar búsqueda' }).tap();
  await expect(dialog(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Buscar en Simiente' }).tap();
  await field(page).fill('ernesto');
  await page.getByRole('option', { name: /Ernesto/ }).tap();
  await expect(page).toHaveURL(/usr_ernestovillaloboscampa$/);
});
