import type { Page } from '@playwright/test';
import { spread } from '../measurements/format.ts';
import type { Row } from '../measurements/row.ts';
import { median, toSpread } from '../measurements/statistics.ts';
import { staffPage, withBrowser } from './browser.ts';
import type { Place } from './place.ts';

/** Milliseconds. */
const MAX_TO_ROWS = 150;
const MAX_TASK = 50;
const MAX_ROWS = 80;
const LOADED_ROWS = 10_000;
/** The largest page of the list, so that loading causes no wait. */
const PAGE_SIZE = '100';
/** Typed letter by letter; each is a search. */
const WORDS = ['garcía', 'núñez', 'mart', 'zúñiga'];
/** Milliseconds of a simulated user between two letters, to read the rows, and between two turns of the wheel. */
const PACE = 180;
const READING = 5 * PACE;
const WHEEL_INTERVAL = 30;
/** Milliseconds until the work of loading has ended, which must not count as scrolling. */
const SETTLE_TIME = 500;

/** Measures from a letter in the search box until the filtered rows are painted. */
export async function measureSearch(place: Place): Promise<Row[]> {
  const times = await withBrowser(async (browser) => {
    const page = await openList(await staffPage(browser, place), place);
    await page.evaluate(WATCH_KEYS);
    const box = page.getByRole('searchbox');
    for (const word of WORDS) {
      await box.pressSequentially(word, { delay: PACE });
      await page.waitForTimeout(READING);
      await box.fill('');
      await page.waitForTimeout(READING);
    }
    return page.evaluate<number[]>('globalThis.keyToRows');
  });
  return [
    {
      name: '/pacientes: from the key to the filtered rows',
      target: '< 150 ms',
      measured: spread(toSpread(times), ' ms'),
      reached: median(times) < MAX_TO_ROWS,
      note: `median of ${times.length} searches, server on the same machine`,
    },
  ];
}

/** Scrolling through many loaded rows: the longest task of the page, and its number of rows. */
export async function measureScroll(place: Place): Promise<Row[]> {
  const { tasks, maxRows } = await withBrowser(async (browser) => {
    const page = await staffPage(browser, place);
    await page.route('**/v1/user/list*', (route) => {
      const url = new URL(route.request().url());
      url.searchParams.set('limit', PAGE_SIZE);
      return route.continue({ url: url.href });
    });
    await openList(page, place);
    await loadRows(page);
    await page.evaluate('scrollTo(0, 0)');
    await page.waitForTimeout(SETTLE_TIME);
    await page.evaluate(WATCH_TASKS);
    let maxRows = 0;
    const height = await page.evaluate<number>('document.body.scrollHeight');
    for (let step = 0; step < 100; step += 1) {
      await page.mouse.wheel(0, height / 100);
      await page.waitForTimeout(WHEEL_INTERVAL);
      maxRows = Math.max(maxRows, await page.locator('tr[data-row-id]').count());
    }
    return { tasks: await page.evaluate<number[]>('globalThis.longTasks'), maxRows };
  });
  const longest = Math.max(0, ...tasks);
  return [
    {
      name: '/pacientes: scrolling 10 000 loaded rows, longest task',
      target: '≤ 50 ms',
      measured: longest === 0 ? 'none over 50 ms' : `${longest.toFixed(0)} ms`,
      reached: longest <= MAX_TASK,
      note: `${tasks.length} tasks over 50 ms`,
    },
    {
      name: '/pacientes: rows in the document while scrolling',
      target: '≤ 80',
      measured: String(maxRows),
      reached: maxRows <= MAX_ROWS,
      note: '',
    },
  ];
}

async function openList(page: Page, { url }: Place): Promise<Page> {
  await page.goto(`${url}/pacientes`);
  await page.locator('tr[data-row-id]').first().waitFor();
  return page;
}

async function loadRows(page: Page): Promise<void> {
  for (;;) {
    const text = await page.getByText(/^1–[\d,]+ de /).textContent();
    const loaded = Number(/^1–([\d,]+)/.exec(text ?? '')?.[1]?.replaceAll(',', ''));
    if (loaded >= LOADED_ROWS || text?.endsWith(` ${loaded.toLocaleString('en-US')}`)) return;
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    await page.waitForTimeout(WHEEL_INTERVAL);
  }
}

/** Runs in the page: measures the time from each letter to the first frame with other rows. */
const WATCH_KEYS = `
  globalThis.keyToRows = [];
  let typedAt;
  const rows = () => [...document.querySelectorAll('tr[data-row-id]')].map((row) => row.dataset.rowId).join();
  let shown = rows();
  addEventListener('input', ({ target }) => { typedAt = target.value === '' ? undefined : performance.now(); }, true);
  new MutationObserver(() => {
    if (document.querySelector('[data-refreshing]') || rows() === shown) return;
    shown = rows();
    if (typedAt === undefined) return;
    const from = typedAt;
    typedAt = undefined;
    requestAnimationFrame(() => setTimeout(() => keyToRows.push(performance.now() - from)));
  }).observe(document.body, { subtree: true, childList: true, attributes: true });
`;

const WATCH_TASKS = `
  globalThis.longTasks = [];
  new PerformanceObserver((list) => {
    longTasks.push(...list.getEntries().map(({ duration }) => duration));
  }).observe({ type: 'longtask' });
`;
