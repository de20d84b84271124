import type { Row } from '../measurements/row.ts';
import { newContext, withBrowser } from './browser.ts';
import type { Place } from './place.ts';

/** Bytes. */
const MAX_TRANSFER = 180_000;
const COUNTED = new Set(['Script', 'Stylesheet', 'Font']);

/** The transfer of the first visit to the login: scripts, style sheets and fonts. */
export async function measureFirstVisit({ url }: Place): Promise<Row[]> {
  const sizes = await withBrowser(async (browser) => {
    const page = await (await newContext(browser)).newPage();
    const session = await page.context().newCDPSession(page);
    const kinds = new Map<string, string>();
    const bytes = new Map<string, number>();
    await session.send('Network.enable');
    session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
      bytes.set(requestId, encodedDataLength),
    );
    // Files that load after the page is shown count too.
    await page.goto(`${url}/login`, { waitUntil: 'networkidle' });
    return [...bytes].filter(([id]) => COUNTED.has(kinds.get(id) ?? '')).map(([, size]) => size);
  });
  const total = sizes.reduce((sum, size) => sum + size, 0);
  return [
    {
      name: 'first visit to /login: JS + CSS + fonts',
      target: '< 180 kB',
      measured: `${(total / 1000).toFixed(1)} kB`,
      reached: total < MAX_TRANSFER,
      note: `${sizes.length} files, with their headers`,
    },
  ];
}
