import { calls, type Side } from './calls.ts';
import type { Load } from './load/load.ts';
import type { Stage } from './stage.ts';

/** Answers of each call after which what it runs is compiled, however slow the machine is. */
const ENOUGH = 1_000;
/** Milliseconds of one turn, and turns after which it must do. */
const TURN = 1_500;
const MOST_TURNS = 8;

/**
 * Asks for everything that will be measured before any of it is: a process that has just started
 * compiles what it runs often, reads what it needs, and says nothing of how it goes on.
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
      const task = { url, authorizations, requests, warmUp: 0, duration: TURN };
      let answered = 0;
      for (let turn = 0; turn < MOST_TURNS && answered < ENOUGH; turn += 1) {
        answered = (await load.run({ ...task, from: answered })).next;
      }
    }
  }
}
