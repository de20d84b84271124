import { prepareFolder } from '@simiente/server/testing/prepared-folder';
import type { TestProject } from 'vitest/node';
import { ensureBuilt } from '../../scripts/prepare.mjs';
import { forgetFigures, keepTable, readFigures } from './figures.ts';
import { figuresTable } from './table.ts';

/** Builds the product that the faults are made to and its data folder, and prints their results at the end. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await ensureBuilt();
  forgetFigures();
  const { folder, remove } = await prepareFolder();
  project.provide('preparedFolder', folder);
  return async () => {
    await remove();
    const figures = readFigures();
    if (figures.length === 0) return;
    const table = figuresTable(figures);
    keepTable(table);
    console.log(`\n${table}\n`);
  };
}
