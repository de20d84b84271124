import { audited, calls } from './calls.ts';
import type { Load } from './load/load.ts';
import type { Side } from './sample.ts';
import type { Stage } from './stage.ts';

/** Answers of each call after which its code is compiled, however slow the machine is. */
const ENOUGH = 1_000;
/** Milliseconds of one round, and most rounds. */
const TURN = 1_500;
const MOST_TURNS = 8;

/**
 * Requests everything that will be measured, since a process that has just started compiles and caches,
 * and does not represent later work.
 */
export async function warmUp(
  { sample, authorizations, product, limit }: Stage,
  load: Load,
  isChosen: (name: string) => boolean,
): Promise<void> {
  const sides: readonly (readonly [Side, string])[] = [
    ['product', product.url],
    ['limit', limit.url],
    ['audited', limit.url],
  ];
  for (const call of calls.filter(({ name, undo }) => undo === undefined && isChosen(name))) {
    for (const [side, url] of sides) {
      const asked = call.requests(sample, side);
      const requests = side === 'audited' ? asked.map(audited) : asked;
      const task = { url, authorizations, requests, warmUp: 0, duration: TURN };
      let answered = 0;
      for (let turn = 0; turn < MOST_TURNS && answered < ENOUGH; turn += 1) {
        answered = (await load.run({ ...task, from: answered })).next;
      }
    }
  }
}
