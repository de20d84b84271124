import type { TestProject } from 'vitest/node';
import { ensureBuilt } from '../../../../scripts/prepare.mjs';
import { startTestServer, type TestServer } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer;
  }
}

/** One PostgreSQL for all the tests of a run, and a build of the programs that they start. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await ensureBuilt(['server']);
  const { server, stop } = await startTestServer();
  project.provide('testServer', server);
  return stop;
}
