import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import { ProductHost } from './client.ts';
import type { Dataset, ProductFacts } from './protocol.ts';

interface TestFixtures {
  /** What the product begins with; `test.use({ dataset: … })` changes it. */
  dataset: Dataset;
  /** A running product with a database of its own. */
  product: ProductFacts;
  /** Messages of the console that a test brings about on purpose, as a refused sign-in does. */
  expectedErrors: RegExp;
  /** A page of the product on which nobody has signed in; an unexpected error of its console fails the test. */
  page: Page;
  /** The same page after signing in. */
  staffPage: Page;
}

interface WorkerFixtures {
  host: ProductHost;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  dataset: [{ kind: 'empty' }, { option: true }],
  expectedErrors: [/(?!)/, { option: true }],
  host: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures in use from here.
    async ({}, use) => {
      const host = await ProductHost.open();
      await use(host);
      await host.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  product: async ({ host, dataset }, use) => {
    const product = await host.start(dataset);
    await use(product);
    await host.stop(product.url);
  },
  baseURL: async ({ product }, use) => use(product.url),
  page: async ({ page, expectedErrors }, use) => {
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    page.on('pageerror', (error) => errors.push(String(error)));
    await use(page);
    const unexpected = errors.filter((error) => !expectedErrors.test(error));
    expect(unexpected, 'errors of the console').toEqual([]);
  },
  staffPage: async ({ page, product }, use) => {
    await signIn(page, product);
    await use(page);
  },
});

export { expect };

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

/** No serious or critical finding of axe in what the page shows now. */
export async function expectAccessible(page: Page): Promise<void> {
  // Without frames of other origins, which no page of ours has, it need not open a page of its own.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  const grave = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  expect(grave).toEqual([]);
}
