import { buffer } from 'node:stream/consumers';
import { parseTable } from './parse-table.ts';
import { ImportRefused, tableLimits } from './table-limits.ts';

/** A program that reads one file from standard input, and writes its table or the error. */
async function read(rows: number) {
  try {
    return { table: await parseTable(await buffer(process.stdin), tableLimits(rows)) };
  } catch (error) {
    if (error instanceof ImportRefused) return { refused: error.message };
    throw error;
  }
}

process.stdout.write(JSON.stringify(await read(Number(process.argv[2]))));
