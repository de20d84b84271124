import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../product/test.ts';
import { pdfFile, textFile } from '../product/uploads.ts';

const WIDTHS = [1440, 768, 390];
const SCHEMES = ['light', 'dark'] as const;

for (const colorScheme of SCHEMES) {
  for (const width of WIDTHS) {
    test.describe(`${colorScheme} at ${width} px`, () => {
      test.use({
        colorScheme,
        viewport: { width, height: width < 500 ? 844 : 900 },
        // What is half faded in has half its contrast.
        contextOptions: { reducedMotion: 'reduce' },
      });

      test('the login is accessible and fits', async ({ page }) => {
        await page.goto('/login');
        await page.getByRole('button', { name: 'Iniciar sesión' }).click();
        await expect(page.getByRole('alert')).toBeVisible();
        // The button is dim for a second, while it ignores clicks.
        await expect(page.locator('[data-locked]')).toHaveCount(0);
        await expectFits(page);
        await expectAccessible(page);
      });

      test.describe('with patients', () => {
        test.use({ dataset: { kind: 'demo', patients: 30 } });

        test('the pages behind it are accessible and fit', async ({ staffPage: page }) => {
          await page.goto('/home');
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await expectFits(page);
          await expectAccessible(page);

          await page.goto('/pacientes');
          await expect(page.getByText('30 pacientes registrados')).toBeVisible();
          await page.getByRole('checkbox').nth(1).check();
          await expectFits(page);
          await expectAccessible(page);
          await page.getByRole('button', { name: 'Eliminar' }).click();
          await expect(page.getByRole('dialog')).toBeVisible();
          await expectAccessible(page);
          await page.keyboard.press('Escape');

          const { data } = await (await page.request.get('/v1/user/list?status=4')).json();
          await page.goto(`/pacientes/${data.userData[0].idUser}`);
          await expect(page.getByRole('heading', { name: 'Estudios' })).toBeVisible();
          await expectFits(page);
          await expectAccessible(page);

          await page.getByRole('button', { name: 'Agregar estudios' }).click();
          const adding = page.getByRole('dialog', { name: 'Agregar estudios' });
          const files = [pdfFile('perfil.pdf'), textFile('notas.txt')];
          await adding.locator('input[type=file]').setInputFiles(files);
          await adding.getByRole('button', { name: 'Agregar estudio' }).click();
          await expect(adding.getByText('Elige el tipo de estudio')).toBeVisible();
          await expectFits(page);
          await expectAccessible(page);

          await page.goto(`/pacientes/${data.userData[0].idUser}/fertility-test`);
          await expect(page.getByTestId('report')).toBeVisible();
          await expectFits(page);
          await expectAccessible(page);
        });
      });
    });
  }
}

/** The page scrolls down, never sideways. */
async function expectFits(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  expect(overflow, 'px of sideways scroll').toBeLessThanOrEqual(0);
}
