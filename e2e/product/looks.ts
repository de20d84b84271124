import type { Page } from '@playwright/test';
import { expect, expectAccessible } from './test.ts';

/** The window that everything of axe is run in. */
const WIDE = { width: 1440, height: 900 };
const NARROWER = [
  { width: 768, height: 900 },
  { width: 390, height: 844 },
];
/** The rules of axe about colours, which are all that the dark scheme can break. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Milliseconds for a journey that checks the looks of several states of a page. */
export const LOOKING_TIMEOUT = 480_000;

/**
 * Checks how the page looks now: all of axe in a wide light window, the rules about colours in the
 * dark scheme, and no sideways scroll at any width. Afterwards the window is wide and light again.
 *
 * @param ready waits for what a width or scheme draws differently
 */
export async function expectGoodLooks(page: Page, ready = async () => {}): Promise<void> {
  await show(page, 'light', ready);
  await expectFits(page);
  await expectAccessible(page);

  await show(page, 'dark', ready);
  await expectAccessible(page, COLOUR_RULES);

  // The last scheme stays: overflow does not depend on it, and each change draws the page anew.
  for (const size of NARROWER) {
    await page.setViewportSize(size);
    await settle(page, ready);
    await expectFits(page);
  }
  await page.setViewportSize(WIDE);
  await show(page, 'light', ready);
}

async function show(page: Page, colorScheme: 'light' | 'dark', ready: () => Promise<void>) {
  // A transition that is halfway has half its contrast.
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await settle(page, ready);
}

/** Waits until what was changed is drawn, and until no button is dimmed by its lock of a second. */
async function settle(page: Page, ready: () => Promise<void>): Promise<void> {
  await ready();
  await page.evaluate(NEXT_FRAME);
  await expect(page.locator('[data-locked]')).toHaveCount(0);
}

/** Resolves once the browser has drawn a frame with the present styles. */
const NEXT_FRAME =
  'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

/** The page may scroll down, never sideways. */
async function expectFits(page: Page): Promise<void> {
  const overflow = () =>
    page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
  await expect.poll(overflow, 'px of sideways scroll').toBeLessThanOrEqual(0);
}
