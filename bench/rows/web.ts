import { formatNumber } from '../measurements/format.ts';
import type { Findings, Row } from '../measurements/row.ts';
import { makeLogin } from '../product/staff.ts';
import { TARGET_SIZE } from '../rig.ts';
import type { Stage } from '../stage.ts';
import { measureFirstVisit } from '../web/first-visit.ts';
import { measureLighthouse } from '../web/lighthouse.ts';
import { measureScroll, measureSearch } from '../web/list.ts';
import { measureNavigation } from '../web/navigation.ts';
import type { Place } from '../web/place.ts';

const PARTS: readonly ((place: Place) => Promise<Row[]>)[] = [
  measureFirstVisit,
  measureSearch,
  measureScroll,
  measureNavigation,
  measureLighthouse,
];

/** The waits in a browser, with the server on the same machine. */
export async function measureWeb({ patients, product }: Stage): Promise<Findings> {
  const place = { url: product.url, ...makeLogin(1) };
  const rows: Row[] = [];
  for (const measure of PARTS) rows.push(...(await measure(place)));
  return {
    title: `Web in Chromium, ${formatNumber(patients)} patients`,
    rows: patients === TARGET_SIZE ? rows : rows.map((row) => ({ ...row, reached: null })),
  };
}
