import { test as base, expect, type Page } from '@playwright/test';
import { findViolations } from './axe.ts';
import { startProduct, stopProduct } from './client.ts';
import type { Dataset, MapTiles, ProductFacts } from './protocol.ts';

interface TestFixtures {
  /** What the product begins with; `test.use({ dataset: … })` changes it. */
  dataset: Dataset;
  /** Where its maps take tiles from; from nowhere, if a test does not say. */
  mapTiles: MapTiles;
  /** Whether it asks all its staff for a second step; it does not, if a test does not say. */
  requireTwoFactor: boolean;
  /** A running product with a database of its own. */
  product: ProductFacts;
  /** Messages of the console that a test brings about on purpose, as a refused sign-in does. */
  expectedErrors: RegExp;
  /** What the content security policy refuses because a test tries it. */
  expectedRefusals: RegExp;
  /** A page of the product on which nobody has signed in; an unexpected error of its console fails the test. */
  page: Page;
  /** The same page after signing in. */
  staffPage: Page;
}

export const test = base.extend<TestFixtures>({
  dataset: [{ kind: 'empty' }, { option: true }],
  mapTiles: [null, { option: true }],
  requireTwoFactor: [false, { option: true }],
  expectedErrors: [/(?!)/, { option: true }],
  expectedRefusals: [/(?!)/, { option: true }],
  product: async ({ dataset, mapTiles, requireTwoFactor }, use) => {
    const product = await startProduct({ dataset, mapTiles, requireTwoFactor });
    await use(product);
    await stopProduct(product);
  },
  baseURL: async ({ product }, use) => use(product.url),
  page: async ({ page, expectedErrors, expectedRefusals }, use) => {
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    page.on('pageerror', (error) => errors.push(String(error)));
    await page.addInitScript(REPORT_VIOLATIONS);
    await use(page);
    const unexpected = errors.filter((error) => {
      const expected = error.startsWith(VIOLATION) ? expectedRefusals : expectedErrors;
      return !expected.test(error);
    });
    expect(unexpected, 'errors of the console').toEqual([]);
  },
  staffPage: async ({ page, product }, use) => {
    await signIn(page, product);
    await use(page);
  },
});

export { expect };

const VIOLATION = '[content security policy]';

/** Runs in the page, ahead of whatever is loaded: a style or script that was not let through is an error. */
const REPORT_VIOLATIONS = `document.addEventListener('securitypolicyviolation', (event) => {
  const { effectiveDirective, blockedURI, sample, sourceFile } = event;
  console.error('${VIOLATION}', effectiveDirective, blockedURI, sample, 'in', sourceFile);
})`;

/** What the browser itself writes when a request fails: answered with one of these, or not at all. */
export const failedRequest = (...statuses: number[]) =>
  new RegExp(`status of (${statuses.join('|')})|net::ERR_`);

/** Signs in by the call that the login makes, so that only the login's own journeys wait for its page. */
export async function signIn(page: Page, { staff }: ProductFacts): Promise<void> {
  const answer = await page.request.post('/api/auth/sign-in/email', {
    data: { email: staff.email, password: staff.password },
  });
  expect(answer.status()).toBe(200);
}

/** Gives the password again where the session ended over the page. */
export async function comeBack(page: Page, { staff }: Pick<ProductFacts, 'staff'>): Promise<void> {
  const cover = page.getByRole('dialog', { name: 'Tu sesión terminó' });
  await cover.getByLabel('Contraseña', { exact: true }).fill(staff.password);
  await page.keyboard.press('Enter');
  await expect(cover).toHaveCount(0);
}

/** Leads to another page as a link does, without loading the app anew: where a journey visits many. */
export async function moveTo(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);
}

/** What changes its colours slowly has them by then; what turns for ever, as a spinner, goes on. */
const STILL = `Promise.allSettled(document.getAnimations()
  .filter(({ effect, playState }) =>
    playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime))
  .map(({ finished }) => finished)).then(() => undefined)`;

/**
 * No serious or critical finding of axe in what the page shows now.
 *
 * @param rules those to look at; every one, if none is named
 */
export async function expectAccessible(page: Page, rules?: readonly string[]): Promise<void> {
  await page.evaluate(STILL);
  const violations = await findViolations(page, rules);
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(grave).toEqual([]);
}
