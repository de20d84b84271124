import type { Page } from '@playwright/test';
import { expect, expectAccessible } from './test.ts';

const WIDTHS = [1440, 768, 390];
const SCHEMES = ['light', 'dark'] as const;

/** Milliseconds for a journey that stops to look at what it shows in every scheme and width. */
export const LOOKING_TIMEOUT = 240_000;

/**
 * What the page shows now is accessible in light and dark, and no wider than the window, at every
 * width. Afterwards it is light and wide again.
 *
 * @param ready waits for what a width shows once it is taken
 */
export async function expectGoodLooks(page: Page, ready = async () => {}): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width < 500 ? 844 : 900 });
    for (const colorScheme of SCHEMES) {
      // What is half faded has half its contrast.
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await ready();
      // The button is dim for a second, while it ignores clicks.
      await expect(page.locator('[data-locked]')).toHaveCount(0);
      await expectFits(page);
      await expectAccessible(page);
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}

/** The page scrolls down, never sideways. */
async function expectFits(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  expect(overflow, 'px of sideways scroll').toBeLessThanOrEqual(0);
}
