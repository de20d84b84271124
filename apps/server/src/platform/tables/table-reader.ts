import { buffer } from 'node:stream/consumers';
import { parseTable } from './parse-table.ts';
import { ImportRefused, tableLimits } from './table-limits.ts';

/** A program that reads one file from standard input, and writes its table or the error. */
async function read([rows = 0, headingLine]: readonly number[]) {
  try {
    return { table: await parseTable(await buffer(process.stdin), tableLimits(rows), headingLine) };
  } catch (error) {
    if (error instanceof ImportRefused) return { refused: error.message };
    throw error;
  }
}

process.stdout.write(JSON.stringify(await read(process.argv.slice(2).map(Number))));
