import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';

/** Keys that press the focused button, or send the form of the focused field. */
const PRESSING = new Set(['Enter', 'Space', ' ']);

/** Locked buttons, which ignore such a key. */
const LOCKED = [
  ':focus[data-locked]',
  'form:has(:focus) [type=submit][data-locked]',
  '[type=submit][form][data-locked]',
].join();

/**
 * A pressed `Button` ignores presses for a second. A click waits until the lock ends, because the button is
 * `aria-disabled` until then; with this function a key waits too, on every page of the browser. Otherwise a
 * journey passes only if the second is over before its next key, which differs between machines.
 */
export function pressWhenUnlocked(browser: Browser): void {
  browser.on('context', patchPages);
}

/** Patches the pages of a context. A reused context needs it, because the browser emits no `context` event for it. */
export function patchPages(context: BrowserContext): void {
  for (const page of context.pages()) waitBeforeKeys(page);
  context.on('page', waitBeforeKeys);
}

const waiting = new WeakSet<Page>();

function waitBeforeKeys(page: Page): void {
  if (waiting.has(page)) return;
  waiting.add(page);
  const { keyboard } = page;
  const press = keyboard.press.bind(keyboard);
  keyboard.press = async (key, options) => {
    if (PRESSING.has(key)) await expect(page.locator(LOCKED)).toHaveCount(0);
    await press(key, options);
  };
  // A locator accesses the keyboard differently, through a prototype that all locators share.
  const locators = Object.getPrototypeOf(page.locator('html'));
  locators.press = pressOn;
}

async function pressOn(this: ReturnType<Page['locator']>, key: string): Promise<void> {
  await this.focus();
  await this.page().keyboard.press(key);
}
