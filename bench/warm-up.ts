import { calls, type Side } from './calls.ts';
import type { Load } from './load/load.ts';
import type { Stage } from './stage.ts';

/** Milliseconds of each call at each side. */
const EACH = 1500;

/**
 * Asks for everything before anything is measured: a process that has just started compiles what it runs
 * often, reads what it needs, and says nothing of how it goes on.
 */
export async function warmUp({ sample, authorizations, product, limit }: Stage, load: Load) {
  const sides: readonly (readonly [Side, string])[] = [
    ['product', product.url],
    ['limit', limit.url],
  ];
  for (const call of calls.filter(({ undo }) => undo === undefined)) {
    for (const [side, url] of sides) {
      const requests = call.requests(sample, side);
      await load.run({ url, authorizations, requests, from: 0, warmUp: EACH, duration: 1 });
    }
  }
}
