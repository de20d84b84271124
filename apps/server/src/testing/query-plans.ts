import type { Pool, QueryConfig } from 'pg';
import { createTestDatabase, type TestDatabase } from './database.ts';

/** A query as the product sent it. */
export interface SentQuery {
  readonly text: string;
  readonly values: unknown[];
  /** A named statement is prepared. */
  readonly name: string | undefined;
}

/** A step of a plan, as PostgreSQL explains it. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Relation Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'Parent Relationship'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** A separate database, whose queries are recorded in `sent`. */
export async function createWatchedDatabase(
  whenDone?: (cleanUp: () => Promise<void>) => void,
): Promise<{ database: TestDatabase; sent: SentQuery[] }> {
  const database = await createTestDatabase(whenDone);
  const sent: SentQuery[] = [];
  database.pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    const watched = (config: string | QueryConfig, ...rest: unknown[]) => {
      const { text, values, name } = typeof config === 'string' ? { text: config } : config;
      sent.push({ text, name, values: values ?? (Array.isArray(rest[0]) ? rest[0] : []) });
      return query(config, ...rest);
    };
    client.query = watched as typeof client.query;
  });
  return { database, sent };
}

/** Every step of a query's plan. */
export async function explain(pool: Pool, { text, values }: SentQuery): Promise<PlanNode[]> {
  const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (format json) ${text}`,
    values,
  );
  return rows.flatMap((row) => flattenPlan(row['QUERY PLAN'][0].Plan));
}

function flattenPlan(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flattenPlan)];
}

export const getIndexes = (nodes: readonly PlanNode[]) =>
  nodes.flatMap(({ 'Index Name': name }) => name ?? []);

export const getNodeTypes = (nodes: readonly PlanNode[]) =>
  nodes.map(({ 'Node Type': type }) => type);
