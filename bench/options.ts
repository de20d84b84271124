import { parseArgs } from 'node:util';
import { everySizeParts, rigParts, targetSizeParts } from './parts.ts';
import type { RigPart, StagePart } from './rig.ts';

/** Parts and effort of a run. */
export interface Options {
  /** Patients of each database. */
  readonly sizes: readonly number[];
  readonly everySizeParts: readonly StagePart[];
  readonly targetSizeParts: readonly StagePart[];
  readonly rigParts: readonly RigPart[];
  /** Filter of call names; empty for all calls. */
  readonly only: readonly string[];
  readonly rounds: number;
  /** Seconds of one measurement. */
  readonly seconds: number;
  /** Whether nothing is left out, so that the document of the repository may be written. */
  readonly isComplete: boolean;
}

const ALL = { ...everySizeParts, ...targetSizeParts, ...rigParts } as const;
const PARTS = Object.keys(ALL).join(',');
const SIZES = '1000,100000';
const ROUNDS = '5';
const SECONDS = '2';

/** The minimum for a realistic clinic. */
const MIN_SIZE = 100;
const MIN_SECONDS = 0.1;

export const USAGE = `Measures the product and writes bench/results.md; a partial measurement goes to bench/.data/partial.

npm run bench [-- options]
  --sizes   patients of each database                   ${SIZES}
  --parts   parts                                       ${PARTS}
  --only    only calls with one of these words          --only 'search,one patient'
  --rounds  rounds of each measurement                  ${ROUNDS}
  --seconds seconds of each round                       ${SECONDS}`;

/**
 * @returns null for `--help`
 * @throws Error with the usage
 */
export function readOptions(args: readonly string[]): Options | null {
  const values = parse(args);
  if (values.help) return null;
  const parts = parseList(values.parts);
  const unknown = parts.find((part) => !Object.hasOwn(ALL, part));
  if (unknown !== undefined) throw new Error(`There is no part '${unknown}'.\n\n${USAGE}`);
  return {
    sizes: parseList(values.sizes).map((size) => parseNumber('--sizes', size, MIN_SIZE)),
    everySizeParts: chosen(everySizeParts, parts),
    targetSizeParts: chosen(targetSizeParts, parts),
    rigParts: chosen(rigParts, parts),
    only: parseList(values.only),
    rounds: parseNumber('--rounds', values.rounds, 1),
    seconds: parseNumber('--seconds', values.seconds, MIN_SECONDS),
    isComplete: values.sizes === SIZES && values.parts === PARTS && values.only === '',
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        sizes: { type: 'string', default: SIZES },
        parts: { type: 'string', default: PARTS },
        only: { type: 'string', default: '' },
        rounds: { type: 'string', default: ROUNDS },
        seconds: { type: 'string', default: SECONDS },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (cause) {
    throw new Error(`The options were not understood.\n\n${USAGE}`, { cause });
  }
}

function chosen<Part>(parts: Readonly<Record<string, Part>>, names: readonly string[]): Part[] {
  return Object.entries(parts).flatMap(([name, part]) => (names.includes(name) ? [part] : []));
}

function parseList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function parseNumber(option: string, text: string, min: number): number {
  const value = Number(text);
  if (value >= min) return value;
  throw new Error(`${option} takes a number of ${min} or more.\n\n${USAGE}`);
}
