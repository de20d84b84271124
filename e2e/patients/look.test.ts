import type { Page } from '@playwright/test';
import { expect, expectAccessible, failedRequest, test } from '../product/test.ts';
import { exportOf, person } from './records.ts';

const LONG = 'Maximiliano Alejandro de la Santísima Trinidad Villaseñor-Echeverría y Montes de Oca';

test.use({
  expectedErrors: failedRequest(409),
  dataset: exportOf([
    person('Ana Pérez', { status: 1, email: 'ana@example.org', phone: '55 1234 5678' }),
    person(LONG, { status: 3, email: 'ana@example.org', phone: '55 1234 5678' }),
  ]),
});

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1440, 768, 390]) {
    test.describe(`${colorScheme} at ${width} px`, () => {
      test.use({
        colorScheme,
        viewport: { width, height: width < 500 ? 844 : 900 },
        // What is half faded has half its contrast.
        contextOptions: { reducedMotion: 'reduce' },
      });

      test('making a patient is accessible and fits', async ({ staffPage: page }) => {
        await page.goto('/pacientes');
        await page.getByRole('button', { name: 'Crear paciente' }).click();
        const form = page.getByRole('dialog');
        await form.getByLabel('Correo electrónico').fill('ana@');
        await form.getByRole('button', { name: 'Crear paciente' }).click();
        await expect(form.getByLabel('Nombre')).toHaveAttribute('aria-invalid', 'true');
        await expectGood(page);
        await form.getByLabel('Nombre').fill(LONG);
        await form.getByLabel('Correo electrónico').fill('ana@example.org');
        await page.keyboard.press('Enter');
        await expect(form.getByRole('button', { name: 'Crear de todos modos' })).toBeVisible();
        await expectGood(page);
      });

      test('a selection is accessible and fits', async ({ staffPage: page }) => {
        await page.goto('/pacientes');
        await page.getByRole('checkbox', { name: /Ana Pérez/ }).check();
        await expectGood(page);
        await page.getByRole('button', { name: 'Cambiar estatus' }).click();
        await expect(page.getByRole('menuitem')).toHaveCount(4);
        await expectGood(page);
        await page.keyboard.press('Escape');
        await page.getByRole('checkbox', { name: /Maximiliano/ }).check();
        await page.getByRole('button', { name: 'Cambiar estatus' }).click();
        await page.getByRole('menuitem', { name: 'Acciones' }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
        await expectGood(page);
      });

      test('editing a patient is accessible and fits', async ({ staffPage: page }) => {
        await page.goto('/pacientes/usr_anaprez');
        await page.getByRole('button', { name: 'Editar' }).click();
        const form = page.getByRole('dialog');
        await form.getByLabel('Nombre').fill(LONG);
        await page.request.put('/v1/user/update', {
          data: { idUser: 'usr_anaprez', name: `${LONG} II`, status: 2 },
        });
        await page.keyboard.press('Enter');
        await expect(form.getByRole('button', { name: 'Guardar los míos' })).toBeVisible();
        await expectGood(page);
        await form.getByRole('button', { name: 'Guardar los míos' }).click();
        await expect(form).toBeHidden();
        await expectGood(page);
      });
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
