import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { findChromium } from '../../scripts/chromium.mjs';
import { formatNumber, milliseconds } from '../measurements/format.ts';
import type { Row } from '../measurements/row.ts';
import { median } from '../measurements/statistics.ts';
import type { Place } from './place.ts';

const TOOLS = path.join(import.meta.dirname, 'tools', 'package.json');
const PAGES = ['/login', '/pacientes'];
const CATEGORIES = [
  ['performance', 'performance', 95],
  ['accessibility', 'accessibility', 100],
  ['best-practices', 'best practices', 100],
] as const;
const RUNS = 3;
/** Milliseconds. A page behind the login never has an idle network: it keeps an event stream. */
const LOADS_WITHIN = 15_000;

interface Audited {
  /** Scores from 0 to 1, by category. */
  readonly scores: Readonly<Record<string, number>>;
  /** Facts behind the performance score. The index measures how fast this machine runs JavaScript. */
  readonly facts: { readonly paint: number; readonly blocked: number; readonly index: number };
}

/** Note of a row that could not be measured. */
const WITHOUT_TOOLS = 'its packages are missing: `npm ci --prefix bench/web/tools`';

/**
 * Lighthouse's scores with its profile of a phone. Its packages are many and the product does not need them, so they
 * are not a workspace: `npm ci --prefix bench/web/tools` installs them.
 */
export async function measureLighthouse(place: Place): Promise<Row[]> {
  const rows: Row[] = [];
  const isInstalled = existsSync(path.join(path.dirname(TOOLS), 'node_modules'));
  for (const page of PAGES) {
    if (!isInstalled) {
      const nothing = { measured: '—', reached: null, note: WITHOUT_TOOLS };
      rows.push({ name: `Lighthouse at ${page}`, target: '≥ 95, 100 and 100', ...nothing });
      continue;
    }
    const runs: Audited[] = [];
    for (let run = 0; run < RUNS; run += 1) runs.push(await audit(place, page));
    for (const [category, name, min] of CATEGORIES) {
      const scores = runs.map((run) => Math.round((run.scores[category] ?? 0) * 100));
      rows.push({
        name: `Lighthouse at ${page}, ${name}`,
        target: min === 100 ? '100' : `≥ ${min}`,
        measured: String(median(scores)),
        reached: median(scores) >= min,
        note: `${RUNS} times: ${scores.join(', ')}${category === 'performance' ? formatFacts(runs) : ''}`,
      });
    }
  }
  return rows;
}

function formatFacts(runs: readonly Audited[]): string {
  const middle = (fact: keyof Audited['facts']) => median(runs.map(({ facts }) => facts[fact]));
  const paint = milliseconds(middle('paint'));
  const blocked = milliseconds(middle('blocked'));
  return `; largest paint ${paint}, blocked ${blocked}; Lighthouse's index of this machine ${formatNumber(middle('index'))}`;
}

async function audit(place: Place, page: string): Promise<Audited> {
  const require = createRequire(TOOLS);
  const load = (name: string) => import(pathToFileURL(require.resolve(name)).href);
  const [{ default: lighthouse }, { launch }] = await Promise.all([
    load('lighthouse'),
    load('chrome-launcher'),
  ]);
  const chrome = await launch({
    chromePath: findChromium(),
    chromeFlags: ['--headless', '--disable-gpu', '--no-sandbox'],
  });
  try {
    const { lhr } = await lighthouse(place.url + page, {
      port: chrome.port,
      logLevel: 'error',
      maxWaitForLoad: LOADS_WITHIN,
      onlyCategories: CATEGORIES.map(([category]) => category),
      ...(page !== '/login' && { extraHeaders: { Cookie: await fetchCookie(place) } }),
    });
    const scores = Object.entries<{ score: number | null }>(lhr.categories);
    const getMeasurement = (name: string) => lhr.audits[name]?.numericValue ?? Number.NaN;
    return {
      scores: Object.fromEntries(scores.map(([category, { score }]) => [category, score ?? 0])),
      facts: {
        paint: getMeasurement('largest-contentful-paint'),
        blocked: getMeasurement('total-blocking-time'),
        index: lhr.environment.benchmarkIndex,
      },
    };
  } finally {
    chrome.kill();
  }
}

async function fetchCookie({ url, email, password }: Place): Promise<string> {
  const answer = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const [cookie] = answer.headers.getSetCookie();
  if (cookie === undefined) throw new Error(`the sign-in was answered with ${answer.status}`);
  return cookie.split(';')[0] ?? '';
}
