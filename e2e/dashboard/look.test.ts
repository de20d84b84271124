import { isFullRun } from '../../scripts/test-length.mjs';
import { expectAccessibleLayout } from '../product/looks.ts';
import { expect, moveTo, test } from '../product/test.ts';
import { AUTUMN, autumnClinic, LABORATORY } from './records.ts';

test.describe('dashboard with the data of a clinic', () => {
  test.use({ dataset: autumnClinic });

  test('the dashboard and the lists behind its counts are accessible and fit', {
    tag: '@nightly',
  }, async ({ staffPage: page }) => {
    await test.step('E-2.4: the dashboard is accessible at every width, also with an invalid date', async () => {
      await page.goto(`/home?${AUTUMN}`);
      const drawn = () => expect(page.locator('.recharts-area-curve')).toBeVisible();
      await drawn();
      await page.getByRole('textbox', { name: 'Fecha de inicio' }).fill('2026-12-31');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('textbox', { name: 'Fecha de inicio' })).toHaveAttribute(
        'aria-invalid',
        'true',
      );
      await expectAccessibleLayout(page, drawn);
    });

    await test.step('the lists behind the counts are accessible at every width', async () => {
      // The list of patients is tested with its other filters.
      const lists = ['/home/estudios', '/home/actividad', ...(isFullRun ? ['/pacientes'] : [])];
      for (const path of lists) {
        await moveTo(page, `${path}?${AUTUMN}&laboratorio=${LABORATORY}`);
        await expect(page.getByText('Laboratorio Ñandú')).toBeVisible();
        await expectAccessibleLayout(page);
      }
    });
  });
});
