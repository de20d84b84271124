import { createCursorCodec, cursorsOfList } from '@simiente/server/platform/database/pages/cursor';
import { listPath } from '../calls.ts';
import type { Load } from '../load/load.ts';
import type { Request } from '../load/request.ts';
import { type Effort, interleave } from '../measure.ts';
import { milliseconds, number, spread } from '../measurements/format.ts';
import type { Findings } from '../measurements/row.ts';
import { compareThroughput, median } from '../measurements/statistics.ts';
import { SECRET, type Stage } from '../stage.ts';

const PAGE = 2_000;
const PAGE_SIZE = 50;
const SORT = '-createDate';
/** Times the first page. */
const MOST = 1.2;

/** A page far down a list against its first one. */
export async function measureDeepPages(
  stage: Stage,
  load: Load,
  effort: Effort,
): Promise<Findings> {
  const title = `Page 2,000 against the first, ${number(stage.patients)} patients`;
  const cursor = await readCursor(stage);
  // A small list has no such page.
  if (cursor === null) return { title, rows: [] };
  const { product, authorizations } = stage;
  const ask = (path: string) => ({
    url: product.url,
    authorizations,
    requests: [{ method: 'GET', path }] satisfies Request[],
  });
  const { first, deep } = await interleave(
    load,
    { first: ask(listPath), deep: ask(`${listPath}?${new URLSearchParams({ cursor })}`) },
    effort,
  );
  const p50 = (outcomes: typeof first) => outcomes.map((outcome) => outcome.p50);
  const ratio = compareThroughput(p50(deep), p50(first));
  return {
    title,
    rows: [
      {
        name: `page ${number(PAGE)} of ${PAGE_SIZE} patients`,
        target: `p50 ≤ ${MOST} times the first`,
        measured: `${spread(ratio)} times`,
        reached: ratio.median <= MOST,
        note: `p50 ${milliseconds(median(p50(deep)))} against ${milliseconds(median(p50(first)))}`,
      },
    ],
  };
}

/** The cursor after the page before it, as the product would give it. */
async function readCursor({ client }: Stage): Promise<string | null> {
  const { rows } = await client.query<{ id: string; at: Date }>(
    `select id, created_sort as at from patients where deleted_at is null
      order by created_sort desc, id desc offset $1 limit 1`,
    [(PAGE - 1) * PAGE_SIZE - 1],
  );
  const [last] = rows;
  if (!last) return null;
  const codec = cursorsOfList(createCursorCodec(SECRET), listPath);
  return codec.encode({ sort: SORT, key: last.at.toISOString(), id: last.id });
}
