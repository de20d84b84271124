import type { Page } from '@playwright/test';
import { expect, expectAccessible, failedRequest, test } from '../product/test.ts';
import { bookings, named, pathOf } from './records.ts';

const LONG = 'María Fernanda de los Ángeles Villavicencio Etcheverry y Zaldúa';

test.use({
  // Refusals are part of what is looked at.
  expectedErrors: failedRequest(409),
  dataset: bookings(
    { id: 'apt_1', patient: 'Ana Paz', at: '2027-01-12T15:00:00Z' },
    { id: 'apt_2', patient: LONG, at: '2027-01-12T15:30:00Z', status: 'assigned' },
    { id: 'apt_3', patient: 'Carla Ríos', at: '2027-01-12T16:00:00Z', status: 'cancelled' },
    { id: 'apt_4', patient: 'Diego Sol', at: '2027-01-12T17:00:00Z' },
    { id: 'apt_5', patient: 'Elsa Mar', at: '2027-01-12T18:00:00Z' },
    // What is past is paler.
    { id: 'apt_6', patient: 'Fabio Luz', at: '2024-01-09T15:00:00Z', status: 'assigned' },
    { id: 'apt_7', patient: 'Gema Oro', at: '2024-01-09T16:00:00Z' },
    { id: 'apt_8', patient: 'Hugo Rey', at: '2027-01-12T15:00:00Z', doctor: named(LONG, LONG) },
  ),
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

      test('the list and its form are accessible and fit', async ({ staffPage: page }) => {
        await page.goto('/medicos');
        await expect(page.getByText('Dr Renata Olvera Cid')).toBeVisible();
        await expectGood(page);
        await page.getByRole('button', { name: 'Crear médico' }).click();
        const form = page.getByRole('dialog');
        await form.getByLabel('Lunes, desde').fill('23:00');
        await form.getByRole('button', { name: 'Crear médico' }).click();
        await expect(form.getByText('Escribe el nombre.')).toBeVisible();
        await expectGood(page);
      });

      test('weeks and days are accessible and fit', async ({ staffPage: page }) => {
        const path = await pathOf(page, 'Renata');
        for (const [view, date] of [
          ['semana', '2027-01-12'],
          ['semana', '2024-01-09'],
          ['dia', '2027-01-12'],
        ] as const) {
          await page.goto(`${path}?vista=${view}&fecha=${date}`);
          const patient = date.startsWith('2024') ? 'Fabio Luz' : 'Ana Paz';
          await expect(page.getByRole('button', { name: patient })).toBeVisible();
          await expectGood(page);
        }
      });

      test('the month, the list and a question are accessible and fit', async ({
        staffPage: page,
      }) => {
        const path = await pathOf(page, 'Renata');
        for (const view of ['mes', 'lista']) {
          await page.goto(`${path}?vista=${view}&fecha=2027-01-12`);
          await expect(page.getByRole('button', { name: 'Ana Paz' })).toBeVisible();
          await expectGood(page);
        }
        await page.goto(await pathOf(page, LONG));
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await page.getByRole('button', { name: 'Retirar' }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
        await expectGood(page);
      });
    });
  }
}

test('a refusal of a move is accessible', async ({ staffPage: page }) => {
  await page.goto(`${await pathOf(page, 'Renata')}?fecha=2027-01-12`);
  await page.getByRole('button', { name: 'Ana Paz' }).focus();
  await page.keyboard.down('Alt');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.up('Alt');
  await expect(page.getByRole('dialog', { name: 'No se movió la cita' })).toBeVisible();
  await expectGood(page);
});

/** No wider than the window, and accessible once no button is locked any more after its click. */
async function expectGood(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  expect(overflow, 'px of sideways scroll').toBeLessThanOrEqual(0);
  await expect(page.locator('[data-locked]')).toHaveCount(0);
  await expectAccessible(page);
}
