import { forgetFigures, keepTable, readFigures } from './figures.ts';
import { figuresTable } from './table.ts';

/** Prints what the faults of a run came to, once all of them were made. */
export default function setup(): () => void {
  forgetFigures();
  return () => {
    const figures = readFigures();
    if (figures.length === 0) return;
    const table = figuresTable(figures);
    keepTable(table);
    console.log(`\n${table}\n`);
  };
}
