import type { Page } from '@playwright/test';
import { exportOf, person } from '../patients/records.ts';
import { expect, expectAccessible, test } from '../product/test.ts';
import { deliver, deliverMisfit } from './deliveries.ts';

const LONG = 'Bartolomé de los Ángeles Villavicencio y Ruiz de la Peña Montes de Oca';

test.use({ dataset: exportOf([person('Rosa Méndez Ortiz', { email: 'rosa@otro.example' })]) });

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1440, 768, 390]) {
    test(`appointments without a patient are accessible and fit, ${colorScheme} at ${width} px`, async ({
      staffPage: page,
    }) => {
      // What is half faded has half its contrast.
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: width < 500 ? 844 : 900 });
      await page.goto('/pacientes/citas-sin-paciente');
      await expect(page.getByText('No data available')).toBeVisible();
      await expectGood(page);

      await deliver(page.request, { invitee: 'A', name: 'Rosa Mendez', email: 'a@b.example' });
      await deliver(page.request, {
        invitee: 'B',
        name: LONG,
        email: `${'b'.repeat(60)}@c.example`,
      });
      await deliverMisfit(page.request, { invitee: 'C', name: LONG });
      await page.goto('/pacientes');
      await page
        .getByRole('link', { name: '2 citas sin paciente y 1 aviso sin aplicar' })
        .waitFor();
      await expectGood(page);
      await page.getByRole('link', { name: /sin paciente/ }).click();
      await page.getByRole('button', { name: /de Rosa Mendez$/ }).waitFor();
      await page.getByRole('button', { name: /^Reintentar/ }).waitFor();
      await expectGood(page);

      await page.getByRole('button', { name: /de Rosa Mendez$/ }).click();
      await page.getByRole('option').click();
      await expectGood(page);
      await page.getByLabel('Paciente', { exact: true }).fill('nadie');
      await page.getByText('Ningún paciente coincide.').waitFor();
      await expectGood(page);
    });
  }
}

/** No wider than the window, and accessible once no button is locked any more after its click. */
async function expectGood(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  expect(overflow, 'px of sideways scroll').toBeLessThanOrEqual(0);
  await expect(page.locator('[data-locked]')).toHaveCount(0);
  await expectAccessible(page);
}
