import { ensureBuilt } from '../../scripts/prepare.mjs';
import { forgetFigures, keepTable, readFigures } from './figures.ts';
import { figuresTable } from './table.ts';

/** Builds the server that the faults are made to, and prints their results at the end. */
export default async function setup(): Promise<() => void> {
  await ensureBuilt(['server']);
  forgetFigures();
  return () => {
    const figures = readFigures();
    if (figures.length === 0) return;
    const table = figuresTable(figures);
    keepTable(table);
    console.log(`\n${table}\n`);
  };
}
