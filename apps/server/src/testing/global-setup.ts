import type { TestProject } from 'vitest/node';
import { ensureBuilt } from '../../../../scripts/prepare.mjs';
import { startTestServer, type TestServer } from './postgres.ts';
import { prepareFolder } from './prepared-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer;
  }
}

/**
 * One PostgreSQL for all the tests of a run, a prepared data folder, and a build of the programs that they start.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await ensureBuilt();
  const [{ server, stop }, { folder, remove }] = await Promise.all([
    startTestServer(),
    prepareFolder(),
  ]);
  project.provide('testServer', server);
  project.provide('preparedFolder', folder);
  return async () => {
    await stop();
    await remove();
  };
}
