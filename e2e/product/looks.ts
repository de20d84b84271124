import type { Page } from '@playwright/test';
import { isFullRun } from '../../scripts/test-length.mjs';
import { expect, expectAccessible } from './test.ts';

/** The window in which all rules of axe run. */
const WIDE = { width: 1440, height: 900 };
const NARROWER = [
  { width: 768, height: 900 },
  { width: 390, height: 844 },
];
/** Axe's rules about colours: only these can differ in the dark scheme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Checks the current page: all of axe in a wide light window, the rules about colours in the dark scheme, and no
 * horizontal scroll at any width. Afterwards the window is wide and light again.
 * @param ready waits for content that another width or scheme renders differently
 */
export async function expectAccessibleLayout(page: Page, ready = async () => {}): Promise<void> {
  await show(page, 'light', ready);
  // A button is dimmed by its lock of a second.
  await expect(page.locator('[data-locked]')).toHaveCount(0);
  await expectFits(page);
  await expectAccessible(page);

  await show(page, 'dark', ready);
  await expectAccessible(page, COLOUR_RULES);

  // The last scheme stays: overflow does not depend on it, and each change repaints the page.
  for (const size of NARROWER) {
    await page.setViewportSize(size);
    await settle(page, ready);
    await expectFits(page);
  }
  await page.setViewportSize(WIDE);
  await show(page, 'light', ready);
}

/**
 * Checks another state of a page whose layout is checked, such as a dialog or an error: in `npm test` only all of axe in
 * a wide light window, in `npm run test:all` as a page.
 */
export async function expectAccessibleState(page: Page, ready = async () => {}): Promise<void> {
  if (isFullRun) return expectAccessibleLayout(page, ready);
  await ready();
  await expect(page.locator('[data-locked]')).toHaveCount(0);
  await expectAccessible(page);
}

async function show(page: Page, colorScheme: 'light' | 'dark', ready: () => Promise<void>) {
  // Halfway through a transition, contrast is lower.
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await settle(page, ready);
}

/** Waits until changes are painted. */
async function settle(page: Page, ready: () => Promise<void>): Promise<void> {
  await ready();
  await page.evaluate(NEXT_FRAME);
}

/** Resolves once the browser has painted a frame with the current styles. */
const NEXT_FRAME =
  'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

/** The page may scroll vertically, never horizontally. */
async function expectFits(page: Page): Promise<void> {
  const overflow = () =>
    page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
  await expect.poll(overflow, 'px of sideways scroll').toBeLessThanOrEqual(0);
}
