import { calls, type Side } from './calls.ts';
import type { Load } from './load/load.ts';
import type { Stage } from './stage.ts';

/** Milliseconds of each call at each side. */
const EACH = 1500;

/**
 * Asks for everything that will be measured before any of it is: a process that has just started compiles what it runs
 * often, reads what it needs, and says nothing of how it goes on.
 */
export async function warmUp(
  { sample, authorizations, product, limit }: Stage,
  load: Load,
  isChosen: (name: string) => boolean,
): Promise<void> {
  const sides: readonly (readonly [Side, string])[] = [
    ['product', product.url],
    ['limit', limit.url],
  ];
  for (const call of calls.filter(({ name, undo }) => undo === undefined && isChosen(name))) {
    for (const [side, url] of sides) {
      const requests = call.requests(sample, side);
      await load.run({ url, authorizations, requests, from: 0, warmUp: EACH, duration: 1 });
    }
  }
}
