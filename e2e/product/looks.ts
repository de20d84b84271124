import type { Page } from '@playwright/test';
import { expect, expectAccessible } from './test.ts';

const WIDTHS = [1440, 768, 390];
const SCHEMES = ['light', 'dark'] as const;
/** What axe says of colours alone. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Milliseconds for a journey that stops to look at what it shows in every scheme and width. */
export const LOOKING_TIMEOUT = 480_000;

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
      await page.evaluate(NEXT_FRAME);
      // The button is dim for a second, while it ignores clicks.
      await expect(page.locator('[data-locked]')).toHaveCount(0);
      await expectFits(page);
      // Dark, the page is the same but for its colours.
      await expectAccessible(page, colorScheme === 'dark' ? COLOUR_RULES : undefined);
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}

/** What is drawn otherwise at another width or in another scheme is drawn so by then. */
const NEXT_FRAME =
  'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

/** The page scrolls down, never sideways. */
async function expectFits(page: Page): Promise<void> {
  const overflow = () =>
    page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
  await expect.poll(overflow, 'px of sideways scroll').toBeLessThanOrEqual(0);
}
