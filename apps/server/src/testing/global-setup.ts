import type { TestProject } from 'vitest/node';
import { startTestServer, type TestServer } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer;
  }
}

/** One PostgreSQL for all the tests of a run; each test has a database of its own in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { server, stop } = await startTestServer();
  project.provide('testServer', server);
  return stop;
}
