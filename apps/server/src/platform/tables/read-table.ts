import { execFile } from 'node:child_process';
import path from 'node:path';
import pLimit from 'p-limit';
import { entryPoint, SERVER_FOLDER } from '../entry-points.ts';
import type { Table, TableChoice } from './parse-table.ts';
import { ImportError } from './table-limits.ts';

const READER = entryPoint('platform/tables/table-reader');
/** The folder that the process may read, relative to the server: the build, otherwise the repository. */
const CODE = READER.endsWith('.js') ? 'dist' : '../..';
/** The process can read only its own code, and cannot evaluate strings as code. */
const PERMISSIONS = [
  '--permission',
  `--allow-fs-read=${path.join(SERVER_FOLDER, CODE)}`,
  '--disallow-code-generation-from-strings',
];
/** Megabytes. */
const MAX_HEAP = 512;
/** Runs a command with at most 1.5 GB of memory and 10 s of CPU, if the system supports these limits. */
const BOUNDED = 'ulimit -d 1572864; ulimit -t 10; exec "$0" "$@"';
/** Milliseconds; enough for a busy machine. */
const TIMEOUT = 60_000;
/** Bytes; far more than the largest allowed table needs. */
const MAX_ANSWER_BYTES = 256 * 1024 * 1024;

/** Reads at most two files at the same time. */
const limit = pLimit(2);

const TOO_COMPLEX =
  'El archivo es demasiado grande o complejo para leerlo. Deja solo la tabla y guárdala como «CSV UTF-8».';

/**
 * Reads a table in another process with limits of time and memory, so that no file can block the server.
 * @throws ImportError for an invalid or too large file
 */
export function readTable(
  bytes: Uint8Array,
  maxRows: number,
  choice: TableChoice = {},
): Promise<Table> {
  const { headingLine = 0, sheet = -1, hasUnits = true } = choice;
  return limit(async () => {
    const answer = await runReader(bytes, [maxRows, headingLine, sheet, Number(hasUnits)]);
    if ('rejection' in answer) throw new ImportError(answer.rejection);
    return answer.table;
  });
}

type Answer = { readonly table: Table } | { readonly rejection: string };

function runReader(bytes: Uint8Array, numbers: readonly number[]): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const heap = `--max-old-space-size=${MAX_HEAP}`;
  const command = [process.execPath, ...PERMISSIONS, heap, READER, ...numbers.map(String)];
  const options = { env: {}, timeout: TIMEOUT, maxBuffer: MAX_ANSWER_BYTES } as const;
  const child = execFile(
    '/bin/sh',
    ['-c', BOUNDED, ...command],
    { ...options, killSignal: 'SIGKILL' },
    (cause, answer) => {
      if (cause === null) resolve(JSON.parse(answer));
      else reject(Object.assign(new ImportError(TOO_COMPLEX), { cause }));
    },
  );
  // The process may end before it has read all input. Its exit code then reports the error.
  child.stdin?.on('error', () => {}).end(bytes);
  return promise;
}
