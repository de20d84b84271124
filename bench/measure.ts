import type { Load } from './load/load.ts';
import type { Outcome, Request } from './load/request.ts';
import type { Used } from './product/processor.ts';

/** How long and how often is measured. */
export interface Effort {
  /** Of each side; they take turns, so that what else the machine does meets both. */
  readonly rounds: number;
  /** Milliseconds that one of them is asked. */
  readonly duration: number;
  readonly warmUp: number;
}

/** Who is asked, and what. */
export interface Contender {
  readonly url: string;
  readonly authorizations: readonly string[];
  readonly requests: readonly Request[];
  /** What it has used of the processor so far. */
  readonly used?: () => Promise<Used>;
}

/** An outcome, and the milliseconds of processor that an answer cost; NaN where nobody was asked. */
export interface Measured extends Outcome {
  readonly cost: Used;
}

/** Asks some contenders in turn, round after round; the answer has each one's outcomes in their order. */
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
      const { used, ...asked } = contenders[name];
      const before = await used?.();
      const outcome = await load.run({ ...asked, from, warmUp, duration });
      const after = await used?.();
      const each = (side: keyof Used) =>
        ((after?.[side] ?? Number.NaN) - (before?.[side] ?? Number.NaN)) / outcome.all;
      const cost = { node: each('node'), postgres: each('postgres') };
      outcomes[name].push({ ...outcome, cost });
    }
  }
  return outcomes;
}
