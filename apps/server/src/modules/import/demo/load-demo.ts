import { type DemoTarget, holdsRecords } from './demo-mark.ts';

/**
 * Fills a database that never had a record with invented ones, through the import, and marks it; any
 * other is left unchanged. The builders are loaded only when needed, since every start calls this.
 * @returns how many patients were loaded
 */
export async function loadDemo(target: DemoTarget): Promise<{ readonly loaded: number }> {
  if (await target.db.transaction(holdsRecords)) return { loaded: 0 };
  const { writeDemo } = await import('./write-demo.ts');
  return { loaded: (await writeDemo(target)) ? target.patients : 0 };
}
