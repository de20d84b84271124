import { prepareFolder } from '@simiente/server/testing/prepared-folder';
import type { TestProject } from 'vitest/node';
import { ensureBuilt } from '../../scripts/prepare.mjs';
import { keepTable, readResults, removeResults } from './results.ts';
import { resultsTable } from './table.ts';

/** Builds the product and its data folder for the faults, and prints their results at the end. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await ensureBuilt();
  removeResults();
  const { folder, remove } = await prepareFolder();
  project.provide('preparedFolder', folder);
  return async () => {
    await remove();
    const results = readResults();
    if (results.length === 0) return;
    const table = resultsTable(results);
    keepTable(table);
    console.log(`\n${table}\n`);
  };
}
