import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';
import { createTestDatabase, type TestDatabase } from './database.ts';

/** A query as the product sent it. */
export interface SentQuery {
  readonly text: string;
  readonly values: unknown[];
}

/** A step of a plan, as PostgreSQL explains it. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** A database of its own, of which `sent` tells every query. */
export async function createWatchedDatabase(
  whenDone?: (cleanUp: () => Promise<void>) => void,
): Promise<{ database: TestDatabase; sent: SentQuery[] }> {
  const plain = await createTestDatabase(whenDone);
  const sent: SentQuery[] = [];
  const db = drizzle(plain.pool, {
    casing: 'snake_case',
    logger: { logQuery: (text, values) => sent.push({ text, values }) },
  });
  return { database: { ...plain, db }, sent };
}

/** Every step of how PostgreSQL runs a query. */
export async function explain(pool: Pool, { text, values }: SentQuery): Promise<PlanNode[]> {
  const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (format json) ${text}`,
    values,
  );
  return rows.flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan));
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

export const indexesOf = (nodes: readonly PlanNode[]) =>
  nodes.flatMap(({ 'Index Name': name }) => name ?? []);

export const typesOf = (nodes: readonly PlanNode[]) => nodes.map(({ 'Node Type': type }) => type);
