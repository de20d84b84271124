import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { megabytes, number } from './figures/spanish.ts';
import type { Options } from './options.ts';
import { PEOPLE } from './stage.ts';

/** Processes a processor, on average, that were at work before anything was measured. */
const BUSY = 0.25;

/** Where and of what the figures are, in lines for people. */
export function describeRun({ rounds, seconds }: Options): string[] {
  const [cpu] = cpus();
  const changed =
    git('status', '--porcelain', '--untracked-files=no') === ''
      ? ''
      : ' (con cambios sin confirmar)';
  const [load = 0] = loadavg();
  const busy =
    load > availableParallelism() * BUSY
      ? ['**La máquina tenía otro trabajo: estas cifras no valen para juzgar.**']
      : [];
  return [
    ...busy,
    `Versión: \`${git('rev-parse', '--short=12', 'HEAD')}\`${changed}, ${new Date().toISOString().slice(0, 10)}`,
    `Máquina: ${cpus().length} × ${cpu?.model.trim() || 'procesador sin nombre'}, ${megabytes(totalmem())}, ${kernel()}, Node ${process.versions.node}`,
    `Carga al empezar (1, 5 y 15 min): ${loadavg().map(number).join(', ')}`,
    `Producto y límite se turnan: ${rounds} vueltas de ${number(seconds)} s cada uno; cifras: mediana (menor–mayor)`,
    `El producto, con sus valores de siempre en producción; c = ${PEOPLE}: ${PEOPLE} personas, cada una con su sesión y una petición a la vez`,
  ];
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' }).trim();
}

function kernel(): string {
  try {
    return `Linux ${readFileSync('/proc/sys/kernel/osrelease', 'utf8').trim()}`;
  } catch {
    return process.platform;
  }
}
