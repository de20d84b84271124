import type { Load } from './load/load.ts';
import type { Outcome, Request } from './load/request.ts';
import type { CpuTime } from './product/processor.ts';

/** Length and number of measurements. */
export interface Effort {
  /** Rounds of each side, alternating, so that other load affects both. */
  readonly rounds: number;
  /** Milliseconds of one measurement. */
  readonly duration: number;
  readonly warmUp: number;
}

/** The server, and the requests. */
export interface Contender {
  readonly url: string;
  readonly authorizations: readonly string[];
  readonly requests: readonly Request[];
  /** CPU time of the process so far. */
  readonly readCpuTime?: () => Promise<CpuTime>;
}

/** A result, and the CPU milliseconds of an answer; NaN without answers. */
export interface Measured extends Outcome {
  readonly cost: CpuTime;
}

/**
 * Measures contenders alternately, round after round.
 * @returns the results of each, in their order
 */
export async function interleave<Names extends string>(
  load: Load,
  contenders: Readonly<Record<Names, Contender>>,
  { rounds, duration, warmUp }: Effort,
): Promise<Record<Names, Measured[]>> {
  const names = Object.keys(contenders) as Names[];
  const outcomes = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<
    Names,
    Measured[]
  >;
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) {
      const from = outcomes[name].at(-1)?.next ?? 0;
      const { readCpuTime, ...target } = contenders[name];
      const before = await readCpuTime?.();
      const outcome = await load.run({ ...target, from, warmUp, duration });
      const after = await readCpuTime?.();
      const each = (side: keyof CpuTime) =>
        ((after?.[side] ?? Number.NaN) - (before?.[side] ?? Number.NaN)) / outcome.all;
      const cost = { node: each('node'), postgres: each('postgres') };
      outcomes[name].push({ ...outcome, cost });
    }
  }
  return outcomes;
}
