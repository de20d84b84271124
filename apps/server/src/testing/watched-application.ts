import { afterAll, beforeAll, expect } from 'vitest';
import { EVERY_RIGHT } from './accounts/everybody.ts';
import { startApplication, type TestApplication } from './application.ts';
import { queryAsOwner } from './database.ts';
import {
  createWatchedDatabase,
  explain,
  getIndexes,
  getNodeTypes,
  type PlanNode,
  type SentQuery,
} from './query-plans.ts';

export interface WatchedApplication extends TestApplication {
  /** Every query since this was last emptied. */
  readonly sent: SentQuery[];
  /** The queries of a successful call. */
  recordQueries(url: string): Promise<readonly SentQuery[]>;
  /** The plans of those queries that mention `about`. */
  explainRequest(url: string, about: string): Promise<{ types: string[]; indexes: string[] }[]>;
}

/**
 * Whether a step reads the settings or the accounts, which are few, or is a check of existence, which ends at its
 * first row.
 */
const isSmall = (node: PlanNode) =>
  ['clinic_settings', 'staff'].includes(node['Relation Name'] ?? '') ||
  (node['Node Type'] === 'Seq Scan' && node['Parent Relationship'] === 'InitPlan');

/** Runs a statement as the owner of the tables. */
type Run = (text: string, values?: readonly unknown[]) => Promise<unknown>;

/** One application for all the tests of a file, filled once, which records its queries. */
export function watchedApplication(
  fill: (run: Run, application: TestApplication) => Promise<void>,
): () => WatchedApplication {
  let started: WatchedApplication | undefined;
  const cleanUps: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    const whenDone = (cleanUp: () => Promise<void>) => cleanUps.push(cleanUp);
    const { database, sent } = await createWatchedDatabase(whenDone);
    const application = await startApplication({ database, staffRoles: EVERY_RIGHT }, whenDone);
    await fill((text, values) => queryAsOwner(database, text, values), application);
    started = watch(application, sent);
  });
  afterAll(async () => {
    for (const cleanUp of cleanUps.toReversed()) await cleanUp();
  });
  return () => {
    if (!started) throw new Error('The application of this file has not started');
    return started;
  };
}

function watch(application: TestApplication, sent: SentQuery[]): WatchedApplication {
  const { staff, database } = application;
  async function recordQueries(url: string) {
    // The first request after a minute would extend the session, by other queries.
    await database.pool.query(
      `update staff_sessions set expires_at = now() + interval '30 minutes'`,
    );
    sent.length = 0;
    expect((await staff.get(url)).status).toBe(200);
    return [...sent];
  }
  async function explainRequest(url: string, about: string) {
    const plans = [];
    for (const query of await recordQueries(url)) {
      if (!query.text.includes(about)) continue;
      const nodes = await explain(database.pool, query);
      const large = nodes.filter((node) => !isSmall(node));
      plans.push({ types: getNodeTypes(large), indexes: getIndexes(nodes) });
    }
    return plans;
  }
  return { ...application, sent, recordQueries, explainRequest };
}
