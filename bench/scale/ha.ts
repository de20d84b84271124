import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import type { DatabaseCopy } from '../cluster.ts';
import { loadDatabase } from '../dataset/load.ts';
import { scaleFor } from '../dataset/scale.ts';
import { addUsers, signIn } from '../product/staff.ts';
import type { Place } from './place.ts';

/** File of HA_CLUSTER, which `deploy/ha/try` writes. */
interface HaCluster {
  readonly machines: readonly { readonly web: string }[];
  /** File system of the machine of the primary. */
  readonly primary: string;
  readonly secrets: Readonly<Record<string, string>>;
}

/** The cluster of `deploy/ha/try` with a clinic's records and accounts. Requests go to HAProxy on each machine. */
export async function openHaPlace(patients: number, people: number): Promise<Place> {
  const cluster = readCluster();
  const database = getPrimary(cluster);
  console.log(`Loading ${patients} patients into the cluster…`);
  const client = new Client(database.owner);
  await client.connect();
  await loadDatabase(client, scaleFor(patients), console.log);
  await addUsers(database, people);
  const urls = cluster.machines.map(({ web }) => web);
  const authorizations = await signIn(urls[0] ?? '', people);
  return { service: { urls, authorizations }, client, close: () => client.end() };
}

function readCluster(): HaCluster {
  const file = process.env.HA_CLUSTER;
  if (file === undefined) throw new Error('HA_CLUSTER is missing: run it within deploy/ha/try');
  return JSON.parse(readFileSync(file, 'utf8'));
}

function getPrimary({ primary, secrets }: HaCluster): DatabaseCopy {
  const place = { host: path.join(primary, 'run/postgresql'), port: 5432, database: 'simiente' };
  return {
    owner: { ...place, user: 'simiente_owner', password: secrets.OWNER_PASSWORD ?? '' },
    app: { ...place, user: 'simiente_app', password: secrets.APP_PASSWORD ?? '' },
  };
}
