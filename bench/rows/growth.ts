import { calls } from '../calls.ts';
import { interleave } from '../measure.ts';
import { formatNumber, milliseconds, spread } from '../measurements/format.ts';
import type { Findings, Row } from '../measurements/row.ts';
import { compareThroughput, median } from '../measurements/statistics.ts';
import { type Rig, TARGET_SIZE } from '../rig.ts';
import { openStage } from '../stage.ts';
import { warmUp } from '../warm-up.ts';

/** Maximum p50 at the largest size, as a multiple of the p50 at the smallest size. */
const MAX_RATIO = 2;
const BASE_SIZE = 1_000;

/** Measures each call alternately at the largest and the smallest size. */
export async function measureGrowth({
  cluster,
  load,
  effort,
  isChosen,
  sizes,
}: Rig): Promise<Findings> {
  const [smallest, largest] = [Math.min(...sizes), Math.max(...sizes)];
  const title = `${formatNumber(largest)} patients against ${formatNumber(smallest)}`;
  const rows: Row[] = [];
  if (smallest === largest) return { title, rows };
  const small = await openStage(cluster, smallest);
  try {
    const large = await openStage(cluster, largest);
    try {
      for (const stage of [small, large]) await warmUp(stage, load, isChosen);
      for (const call of calls.filter(({ name }) => isChosen(name))) {
        if (call.requests(small.sample).length === 0) continue;
        const at = ({ product, authorizations, sample }: typeof small) => ({
          url: product.url,
          authorizations,
          requests: call.requests(sample),
        });
        const outcomes = await interleave(load, { small: at(small), large: at(large) }, effort);
        const p50 = (side: 'small' | 'large') => outcomes[side].map((outcome) => outcome.p50);
        const ratio = compareThroughput(p50('large'), p50('small'));
        rows.push({
          name: call.name,
          target: `p50 ≤ ${MAX_RATIO} times`,
          measured: `${spread(ratio)} times`,
          reached:
            smallest === BASE_SIZE && largest === TARGET_SIZE ? ratio.median <= MAX_RATIO : null,
          note: `p50 ${milliseconds(median(p50('large')))} against ${milliseconds(median(p50('small')))}`,
        });
      }
    } finally {
      await large.close();
    }
  } finally {
    await small.close();
  }
  return { title, rows };
}
