import { readFileSync } from 'node:fs';
import type { APIRequestContext, Page } from '@playwright/test';
import { expect, moveTo } from '../product/test.ts';

const ROUTES = new URL('../../apps/web/src/routeTree.gen.ts', import.meta.url);

/** Page to which an identity provider redirects; without a provider the server rejects such a sign-in. */
const NEEDS_PROVIDER = '/proveedor';

/** Every path of the web app, from its router: `/pacientes/$idUser`. New paths are included automatically. */
function everyAddress(): string[] {
  const [, paths = ''] =
    /fullPaths:([\s\S]*?)fileRoutesByTo/.exec(readFileSync(ROUTES, 'utf8')) ?? [];
  const found = [...paths.matchAll(/'([^']+)'/g)].map(([, path = '']) => path);
  return found.filter((path) => path !== '/' && path !== '/$' && path !== NEEDS_PROVIDER);
}

/** The URLs of all screens, with ids of the product's records. */
export async function everyScreen(request: APIRequestContext): Promise<string[]> {
  const first = async (path: string, list: string, id: string) => {
    const answer = await request.get(path);
    expect(answer.status(), path).toBe(200);
    const rows = (await answer.json()).data[list];
    expect(rows.length, path).toBeGreaterThan(0);
    return String(rows[0][id]);
  };
  const idPartner = await first('/v1/partner/list', 'partners', 'idPartner');
  const branches = `/v1/partner/get-branches-by-partner?idPartner=${encodeURIComponent(idPartner)}`;
  const ids: Record<string, string> = {
    $idUser: await first('/v1/user/list', 'userData', 'idUser'),
    $idDoctor: await first('/v1/doctor/list', 'doctors', 'idDoctor'),
    $idPartner: idPartner,
    $idBranch: await first(branches, 'branches', 'idBranch'),
  };
  // An optional parameter, such as a tab, is left out.
  return everyAddress().map((path) =>
    path.replace(/\/\{-\$\w+\}/, '').replaceAll(/\$\w+/g, (name) => {
      const id = ids[name];
      if (id === undefined) throw new Error(`No screen can be opened at ${path}`);
      return encodeURIComponent(id);
    }),
  );
}

/** Opens a screen in a new document, and waits until it shows its data. */
export async function openScreen(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await waitForData(page);
}

/** Moves to a screen within the app, and waits until it shows its data. */
export async function goToScreen(page: Page, path: string): Promise<void> {
  await moveTo(page, path);
  await waitForData(page);
}

async function waitForData(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await expect(page.locator('.mantine-Skeleton-root, [aria-busy=true]')).toHaveCount(0);
}

/** Reads a value in the page, again if a redirect ends its document just then. */
export async function readInPage(page: Page, script: string): Promise<unknown> {
  let value: unknown;
  await expect(async () => {
    value = await page.evaluate(script);
  }).toPass();
  return value;
}

/** Everything that a page stores in the browser, in every kind of store. */
const READ_LEFTOVERS = `(async () => ({
  address: location.href,
  title: document.title,
  state: JSON.stringify(history.state),
  local: JSON.stringify({ ...localStorage }),
  session: JSON.stringify({ ...sessionStorage }),
  databases: JSON.stringify(await indexedDB.databases()),
  caches: JSON.stringify(await caches.keys()),
  workers: (await navigator.serviceWorker.getRegistrations()).length,
  cookies: document.cookie,
  name: window.name,
}))()`;

/** Expects no store of the browser to have any of the words, which occur only in the records. */
export async function expectNothingLeft(page: Page, words: RegExp, where: string): Promise<void> {
  const left = await readInPage(page, READ_LEFTOVERS);
  expect(left, where).toMatchObject({ databases: '[]', caches: '[]', workers: 0, cookies: '' });
  expect(JSON.stringify(left), where).not.toMatch(words);
}
