import { type DemoTarget, holdsRecords } from './demo-mark.ts';

/**
 * Fills a database that never held a record with made-up ones, through the import, and marks it; any
 * other is left alone. What makes them up is loaded only to fill one: every start asks.
 *
 * @returns how many patients were loaded
 */
export async function loadDemo(target: DemoTarget): Promise<{ readonly loaded: number }> {
  if (await target.db.transaction(holdsRecords)) return { loaded: 0 };
  const { writeDemo } = await import('./write-demo.ts');
  return { loaded: (await writeDemo(target)) ? target.patients : 0 };
}
