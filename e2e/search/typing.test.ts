import { expect, test } from '../product/test.ts';
import { field } from './records.ts';

test('text typed before the search has loaded goes into it', async ({ staffPage: page }) => {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/SearchModal*.js', async (route) => {
    await arrived;
    await route.continue();
  });
  await page.goto('/pacientes');
  const list = page.getByRole('searchbox', { name: 'Buscar paciente' });
  await list.focus();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('vil');
  arrive();
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue('vil');
  await page.keyboard.type('la');
  await expect(field(page)).toHaveValue('villa');
  await expect(list).toHaveValue('');
});
