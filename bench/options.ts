import { parseArgs } from 'node:util';

export const PARTS = ['limit', 'bounded'] as const;
export type Part = (typeof PARTS)[number];

export interface Options {
  readonly sizes: readonly number[];
  readonly parts: readonly Part[];
  /** Only calls with one of these in their name. */
  readonly only: readonly string[];
  readonly rounds: number;
  /** Seconds of one measurement. */
  readonly seconds: number;
}

const FEWEST_ROUNDS = 1;
const SMALLEST = 100;

export const USAGE = `Se escribe: npm run bench [-- opciones]
  --sizes 1000,100000   pacientes de cada base (1000,10000,100000,1000000)
  --parts ${PARTS.join(',')}   partes (todas)
  --only búsqueda,tablero   solo las llamadas cuyo nombre contiene una de estas palabras
  --rounds 3            vueltas de cada medición
  --seconds 2           segundos de cada vuelta`;

/** @throws Error in Spanish, for what cannot be done */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      sizes: { type: 'string', default: '1000,10000,100000,1000000' },
      parts: { type: 'string', default: PARTS.join(',') },
      only: { type: 'string', default: '' },
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '2' },
    },
  });
  const parts = listOf(values.parts);
  const unknown = parts.filter((part) => !isPart(part));
  if (unknown.length > 0) throw new Error(`No hay parte «${unknown.join('», «')}».\n${USAGE}`);
  return {
    sizes: listOf(values.sizes).map((size) => numberOf('--sizes', size, SMALLEST)),
    parts: parts.filter(isPart),
    only: listOf(values.only),
    rounds: numberOf('--rounds', values.rounds, FEWEST_ROUNDS),
    seconds: numberOf('--seconds', values.seconds, 0.1),
  };
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function isPart(text: string): text is Part {
  return (PARTS as readonly string[]).includes(text);
}

function numberOf(option: string, text: string, least: number): number {
  const value = Number(text);
  if (!(value >= least))
    throw new Error(`${option} pide un número de ${least} en adelante.\n${USAGE}`);
  return value;
}
