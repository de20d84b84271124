import { execFile } from 'node:child_process';
import path from 'node:path';
import pLimit from 'p-limit';
import { entryPoint, SERVER_FOLDER } from '../entry-points.ts';
import type { Table, TableChoice } from './parse-table.ts';
import { ImportRefused } from './table-limits.ts';

const READER = entryPoint('platform/tables/table-reader');
/** The built server's code, otherwise the repository's. */
const CODE = READER.endsWith('.js') ? 'dist' : '../..';
/** The process can read its own code and no other file, and has no settings; text never becomes code. */
const PERMISSIONS = [
  '--permission',
  `--allow-fs-read=${path.join(SERVER_FOLDER, CODE)}`,
  '--disallow-code-generation-from-strings',
];
/** Megabytes. */
const LARGEST_HEAP = 512;
/** Runs the rest of the command with at most 1.5 GB of memory and 10 s of CPU, if the system supports it. */
const BOUNDED = 'ulimit -d 1572864; ulimit -t 10; exec "$0" "$@"';
/** Milliseconds, on a busy machine. */
const LONGEST = 60_000;
/** Maximum bytes of an answer, far above the limits of a table. */
const LARGEST_ANSWER = 256 * 1024 * 1024;

/** Files that are read at the same time. */
const limit = pLimit(2);

const TOO_HARD =
  'El archivo es demasiado grande o complejo para leerlo. Deja solo la tabla y guárdala como «CSV UTF-8».';

/**
 * Reads a table in another process with limits of time and memory, so that no file can block the server.
 * @param rows at most
 * @throws ImportRefused for an invalid or too large file
 */
export function readTable(
  bytes: Uint8Array,
  rows: number,
  choice: TableChoice = {},
): Promise<Table> {
  const { headingLine = 0, sheet = -1, hasUnits = true } = choice;
  return limit(async () => {
    const answer = await runReader(bytes, [rows, headingLine, sheet, Number(hasUnits)]);
    if ('refused' in answer) throw new ImportRefused(answer.refused);
    return answer.table;
  });
}

type Answer = { readonly table: Table } | { readonly refused: string };

function runReader(bytes: Uint8Array, numbers: readonly number[]): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const heap = `--max-old-space-size=${LARGEST_HEAP}`;
  const command = [process.execPath, ...PERMISSIONS, heap, READER, ...numbers.map(String)];
  const options = { env: {}, timeout: LONGEST, maxBuffer: LARGEST_ANSWER } as const;
  const child = execFile(
    '/bin/sh',
    ['-c', BOUNDED, ...command],
    { ...options, killSignal: 'SIGKILL' },
    (cause, answer) => {
      if (cause === null) resolve(JSON.parse(answer));
      else reject(Object.assign(new ImportRefused(TOO_HARD), { cause }));
    },
  );
  // The process may end before it has read everything; its exit code reports the error.
  child.stdin?.on('error', () => {}).end(bytes);
  return promise;
}
