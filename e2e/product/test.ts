import { type Browser, test as base, expect, type Page } from '@playwright/test';
import type { TestIdentityProvider } from '@simiente/server/testing/services/identity-provider';
import { isFullRun } from '../../scripts/test-length.mjs';
import { findViolations } from './axe.ts';
import { startProduct, stopProduct } from './client.ts';
import { patchPages, pressWhenUnlocked } from './keys.ts';
import type { Dataset, MapTiles, ProductInfo } from './protocol.ts';

interface TestFixtures {
  /** The product's initial data; `test.use({ dataset: … })` changes it. */
  dataset: Dataset;
  /** The origin of its map tiles; none by default. */
  mapTiles: MapTiles;
  /** Whether it requires a second step for all its staff; by default it does not. */
  requireTwoFactor: boolean;
  /** Whether it seals its audit while it runs: before that, nothing signed is delivered. */
  seals: boolean;
  /** Whether sign-in with the product's own OpenID Connect provider is on. */
  withProvider: boolean;
  identityProvider: TestIdentityProvider | null;
  /** A running product with its own database. */
  product: ProductInfo;
  /** Console messages that a test causes on purpose, such as a rejected sign-in. */
  expectedErrors: RegExp;
  /** Violations of the content security policy that a test causes on purpose. */
  expectedRejections: RegExp;
  /** A page of the product without a session; an unexpected console error fails the test. */
  page: Page;
  /** The page after signing in. */
  staffPage: Page;
}

export const test = base.extend<TestFixtures, { browser: Browser }>({
  browser: [
    async ({ browser }, use) => {
      pressWhenUnlocked(browser);
      await use(browser);
    },
    { scope: 'worker' },
  ],
  dataset: [{ kind: 'empty' }, { option: true }],
  mapTiles: [null, { option: true }],
  requireTwoFactor: [false, { option: true }],
  seals: [false, { option: true }],
  expectedErrors: [/(?!)/, { option: true }],
  expectedRejections: [/(?!)/, { option: true }],
  withProvider: [false, { option: true }],
  identityProvider: async ({ withProvider }, use) => {
    if (!withProvider) return use(null);
    const { startIdentityProvider } = await import(
      '@simiente/server/testing/services/identity-provider'
    );
    const started = await startIdentityProvider(() => {});
    await use(started);
    await started.close();
  },
  product: async ({ dataset, mapTiles, requireTwoFactor, seals, identityProvider }, use) => {
    const provider = identityProvider?.settings ?? null;
    const product = await startProduct({
      dataset,
      mapTiles,
      requireTwoFactor,
      seals,
      provider,
    });
    await use(product);
    await stopProduct(product);
  },
  baseURL: async ({ product }, use) => use(product.url),
  context: async ({ context }, use) => {
    patchPages(context);
    await use(context);
  },
  page: async ({ page, expectedErrors, expectedRejections }, use, testInfo) => {
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    page.on('pageerror', (error) => errors.push(String(error)));
    await page.addInitScript(REPORT_VIOLATIONS);
    await use(page);
    if (testInfo.status !== testInfo.expectedStatus) {
      await page.screenshot({ path: testInfo.outputPath('failed.png') }).catch(() => {});
      // A run elsewhere only has its output, and no files.
      const shown = await page.locator('body').ariaSnapshot().catch(String);
      console.error([testInfo.title, page.url(), ...errors, shown].join('\n'));
    }
    const isCut = errors.some((error) => error.includes(NETWORK_CHANGED));
    const unexpected = errors.filter((error) => {
      if (isCut && CUT.test(error)) return false;
      const expected = error.startsWith(VIOLATION) ? expectedRejections : expectedErrors;
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

/**
 * Another program changed the network interfaces of the machine, so the browser aborted all requests. The product
 * repeats them, and the steps of the journey verify that.
 */
const NETWORK_CHANGED = 'net::ERR_NETWORK_CHANGED';
const CUT = new RegExp(`${NETWORK_CHANGED}|dynamically imported module`);

/** Runs in the page before anything is loaded: a blocked style or script is an error. */
const REPORT_VIOLATIONS = `document.addEventListener('securitypolicyviolation', (event) => {
  const { effectiveDirective, blockedURI, sample, sourceFile } = event;
  console.error('${VIOLATION}', effectiveDirective, blockedURI, sample, 'in', sourceFile);
})`;

/** Browser's log of a request that fails with one of these statuses, or without an answer. */
export const failedRequest = (...statuses: number[]) =>
  new RegExp(`status of (${statuses.join('|')})|net::ERR_`);

/** Signs in with the login's call, so that only the login's own journeys wait for its page. */
export async function signIn(page: Page, { staff }: ProductInfo): Promise<void> {
  const answer = await page.request.post('/api/auth/sign-in/email', {
    data: { email: staff.email, password: staff.password },
  });
  expect(answer.status()).toBe(200);
}

/** Closes the toasts that are shown; some may have closed themselves already. */
export async function closeToasts(page: Page): Promise<void> {
  const buttons = page.getByRole('button', { name: 'Cerrar aviso' });
  await buttons.evaluateAll((all) => {
    for (const button of all) button.click();
  });
  await expect(buttons).toHaveCount(0);
}

/** Enters the password again in the session lock screen. */
export async function unlock(page: Page, { staff }: Pick<ProductInfo, 'staff'>): Promise<void> {
  const lockScreen = page.getByRole('dialog', { name: 'Tu sesión terminó' });
  await lockScreen.getByLabel('Contraseña', { exact: true }).fill(staff.password);
  await page.keyboard.press('Enter');
  await expect(lockScreen).toHaveCount(0);
}

/**
 * Navigates like a link, and waits until the screen is there, perhaps without its data. A new start of the app with
 * `page.goto` costs three times as much: only for the first screen of a journey, and for tests of a start.
 */
export async function moveTo(page: Page, path: string): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    const stop = __TSR_ROUTER__.subscribe('onResolved', () => {
      stop();
      resolve();
    });
    history.pushState(null, '', ${JSON.stringify(path)});
  })`);
}

/** A step that only `npm run test:all` runs; no later step may depend on it. */
export async function nightlyStep(title: string, body: () => Promise<void>): Promise<void> {
  if (isFullRun) await test.step(title, body);
}

/** Waits for finished transitions of colours; endless ones, such as a spinner, keep running. */
const STILL = `Promise.allSettled(document.getAnimations()
  .filter(({ effect, playState }) =>
    playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime))
  .map(({ finished }) => finished)).then(() => undefined)`;

/**
 * Expects no serious or critical violation of axe in the page as it is.
 *
 * @param rules the rules to run; all of them by default
 */
export async function expectAccessible(page: Page, rules?: readonly string[]): Promise<void> {
  await page.evaluate(STILL);
  const violations = await findViolations(page, rules);
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(grave).toEqual([]);
}
