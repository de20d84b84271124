import { buffer } from 'node:stream/consumers';
import { parseTable } from './parse-table.ts';
import { ImportError, tableLimits } from './table-limits.ts';

/** Entry of a process that reads one file from standard input, and writes its table or an error as JSON. */
async function read([rows = 0, line = 0, sheet = -1, hasUnits]: readonly number[]) {
  const choice = {
    headingLine: line === 0 ? undefined : line,
    sheet: sheet < 0 ? undefined : sheet,
    hasUnits: hasUnits !== 0,
  };
  try {
    return { table: await parseTable(await buffer(process.stdin), tableLimits(rows), choice) };
  } catch (error) {
    if (error instanceof ImportError) return { rejection: error.message };
    throw error;
  }
}

process.stdout.write(JSON.stringify(await read(process.argv.slice(2).map(Number))));
