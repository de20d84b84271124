import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { type Cluster, type DatabaseCopy, databaseUrl } from './cluster.ts';
import { type ServerProcess, startProduct } from './product/server.ts';
import { addUsers, signIn } from './product/staff.ts';
import { type Sample, SECRET, takeSample } from './sample.ts';

/** Concurrent users of a clinic, each with a session: the c = 10 of every load. */
export const USERS = 10;

/** A database of one size, and the product that works on it. */
export interface Stage {
  readonly patients: number;
  readonly copy: DatabaseCopy;
  /** A direct connection to the database. */
  readonly client: Client;
  readonly sample: Sample;
  readonly product: { readonly url: string; readonly process: ServerProcess };
  /** Sessions of the product. */
  readonly authorizations: readonly string[];
  close(): Promise<void>;
}

export async function openStage(cluster: Cluster, patients: number): Promise<Stage> {
  const copy = await cluster.getCopy(patients);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'simiente-bench-'));
  await addUsers(copy, USERS);
  const product = startProduct(productSettings(copy, dataDir));
  const client = new Client(copy.owner);
  const close = async () => {
    await Promise.all([product.stop(), client.end()]);
    await cluster.drop(copy);
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await client.connect();
    const url = await product.url();
    return {
      patients,
      copy,
      client,
      sample: await takeSample(client),
      product: { url, process: product },
      authorizations: await signIn(url, USERS),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Works with a product that has just started on the stage's database, and one session. */
export async function withFreshProduct<Result>(
  { copy }: Stage,
  work: (product: Stage['product'], authorization: string) => Promise<Result>,
): Promise<Result> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'simiente-bench-'));
  const process = startProduct(productSettings(copy, dataDir));
  try {
    const url = await process.url();
    const [authorization = ''] = await signIn(url, 1);
    return await work({ url, process }, authorization);
  } finally {
    await process.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** The product as configured on an external PostgreSQL; everything else is default. */
export function productSettings(copy: DatabaseCopy, dataDir: string): Record<string, string> {
  return {
    NODE_ENV: 'production',
    DRAIN_SECONDS: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl(copy.app),
    DATABASE_OWNER_URL: databaseUrl(copy.owner),
    AUTH_SECRET: SECRET,
    // A benchmark opens more records than a person may.
    READS_PER_HOUR: '1000000000',
    AUDIT_SECRET: SECRET,
    // Sessions are opened with a password.
    REQUIRE_TWO_FACTOR: '0',
  };
}
