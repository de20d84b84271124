import type { Page } from '@playwright/test';
import { spread } from '../measurements/format.ts';
import type { Row } from '../measurements/row.ts';
import { median, toSpread } from '../measurements/statistics.ts';
import { staffPage, withBrowser } from './browser.ts';
import type { Place } from './place.ts';

/** Milliseconds. */
const MAX_DURATION = 100;
const ROUNDS = 12;

/** The target of each step: a selector that only the loaded page has. */
interface Step {
  readonly name: string;
  readonly link: string;
  readonly content: string;
}

const STEPS: readonly Step[] = [
  {
    name: 'from the list to the patient',
    link: 'tr[data-row-index="0"] a[data-row-link]',
    content: 'main a[href$="/actuality"]',
  },
  {
    name: 'from the patient to the report',
    link: 'main a[href$="/actuality"]',
    content: 'main article, main h1',
  },
];

/** Measures from a click to the content; hovering has prefetched the page's code but not its records. */
export async function measureNavigation(place: Place): Promise<Row[]> {
  const times = new Map(STEPS.map(({ name }) => [name, [] as number[]]));
  await withBrowser(async (browser) => {
    const page = await staffPage(browser, place);
    for (let round = 0; round <= ROUNDS; round += 1) {
      await page.goto(`${place.url}/pacientes?orden=-lastConnection`);
      for (const step of STEPS) {
        const time = await follow(page, step);
        // The first round fills the browser's cache.
        if (round > 0) times.get(step.name)?.push(time);
      }
    }
  });
  return [...times].map(([name, values]) => ({
    name: `navigate ${name}`,
    target: '< 100 ms',
    measured: spread(toSpread(values), ' ms'),
    reached: median(values) < MAX_DURATION,
    note: `median of ${values.length}, with the code requested on hover`,
  }));
}

async function follow(page: Page, { link, content }: Step): Promise<number> {
  await page.locator(link).first().hover();
  await page.evaluate(UNTIL_FETCHED);
  return page.evaluate<number>(`new Promise((resolve) => {
    const from = performance.now();
    const path = location.pathname;
    const check = () => {
      const isThere = location.pathname !== path && document.querySelector(${JSON.stringify(content)});
      if (!isThere) return requestAnimationFrame(check);
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - from)));
    };
    document.querySelector(${JSON.stringify(link)}).click();
    check();
  })`);
}

/**
 * Runs in the page: waits until nothing was fetched for a moment. The network is never idle, because the page keeps
 * an event stream.
 */
const UNTIL_FETCHED = `new Promise((resolve) => {
  let fetched = -1;
  const check = () => {
    const now = performance.getEntriesByType('resource').length;
    if (now === fetched) return resolve();
    fetched = now;
    setTimeout(check, 300);
  };
  check();
})`;
