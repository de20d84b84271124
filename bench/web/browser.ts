import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { findChromium } from '../../scripts/chromium.mjs';
import type { Place } from './place.ts';

const ARGUMENTS = [
  '--disable-gpu',
  '--disable-background-networking',
  // Chromium's sandbox is unavailable as root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/** Works in a separate browser, which is closed afterwards. */
export async function withBrowser<Result>(work: (browser: Browser) => Promise<Result>) {
  const executablePath = findChromium();
  const browser = await chromium.launch({
    args: ARGUMENTS,
    ...(executablePath !== undefined && { executablePath }),
  });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

export function newContext(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
}

/** A page with a session and an empty cache. */
export async function staffPage(browser: Browser, place: Place): Promise<Page> {
  const context = await newContext(browser);
  const answer = await context.request.post(`${place.url}/api/auth/sign-in/email`, {
    data: { email: place.email, password: place.password },
  });
  if (!answer.ok()) throw new Error(`the sign-in was answered with ${answer.status()}`);
  return context.newPage();
}
