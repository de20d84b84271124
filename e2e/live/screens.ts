import type { APIRequestContext, Browser, Page } from '@playwright/test';
import type { ProductFacts } from '../product/protocol.ts';
import { expect, signIn } from '../product/test.ts';

/** Opens a browser of its own, signed in, as on a colleague's desk. */
export async function anotherBrowser(browser: Browser, product: ProductFacts): Promise<Page> {
  const context = await browser.newContext({ baseURL: product.url });
  const page = await context.newPage();
  await signIn(page, product);
  return page;
}

/** A change that somebody makes, on whatever screen. */
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

/** The calls that a page makes from now on, by their paths; its stream of changes is none of them. */
export function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/v1/') && pathname !== EVENTS) calls.push(pathname);
  });
  return calls;
}

/**
 * A screen that does not hear of what others change, as in the moment before it does, and asks for
 * nothing by itself: a list that failed stays so until somebody clicks. Its console says so.
 */
export async function deafen(page: Page): Promise<void> {
  await page.route('**/v1/**', (route) => {
    const request = route.request();
    const isItsOwn =
      new URL(request.url()).pathname === EVENTS || 'x-simiente-background' in request.headers();
    return isItsOwn ? route.abort() : route.fallback();
  });
}

/** The session is gone, and the page finds out by what is done next, not by what it does itself. */
export async function loseSession(page: Page): Promise<void> {
  await deafen(page);
  await page.context().clearCookies();
}
