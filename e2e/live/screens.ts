import type { APIRequestContext, Browser, Locator, Page } from '@playwright/test';
import type { ProductInfo } from '../product/protocol.ts';
import { expect, signIn } from '../product/test.ts';

/** Opens another browser, signed in as a colleague. */
export async function anotherBrowser(browser: Browser, product: ProductInfo): Promise<Page> {
  const context = await browser.newContext({ baseURL: product.url });
  const page = await context.newPage();
  await signIn(page, product);
  return page;
}

/** A change by another user, on another screen. */
export async function change<Data>(
  request: APIRequestContext,
  method: 'post' | 'put',
  path: string,
  data: object,
): Promise<Data> {
  const answer = await request[method](path, { data });
  expect(answer.status(), path).toBe(200);
  return (await answer.json()).data;
}

const EVENTS = '/v1/events';

/** The calls that a page makes from now on, by path, without its event stream. */
export function recordCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/v1/') && pathname !== EVENTS) calls.push(pathname);
  });
  return calls;
}

/** Blocks the event stream and background requests of a page, so that a failed list stays failed until a click. */
export async function blockEvents(page: Page): Promise<void> {
  await page.route('**/v1/**', (route) => {
    const request = route.request();
    const isItsOwn =
      new URL(request.url()).pathname === EVENTS || 'x-simiente-background' in request.headers();
    return isItsOwn ? route.abort() : route.fallback();
  });
}

/** Lets the events and background requests of a page through again. */
export const unblockEvents = (page: Page) => page.unroute('**/v1/**');

/** Ends the session; the page notices it with the user's next call, not by itself. */
export async function loseSession(page: Page): Promise<void> {
  await blockEvents(page);
  await page.context().clearCookies();
}

/**
 * Presses a button after the session has ended. The page may notice the end earlier, for example by the search for
 * duplicates during typing, and then the lock screen hides the button.
 */
export async function pressWithoutSession(page: Page, button: Locator): Promise<void> {
  const pressed = await button.elementHandle();
  await loseSession(page);
  await pressed?.dispatchEvent('click');
}
