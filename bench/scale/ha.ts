import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import type { Copy } from '../cluster.ts';
import { loadDatabase } from '../dataset/load.ts';
import { scaleOf } from '../dataset/scale.ts';
import { addPeople, signIn } from '../product/staff.ts';
import type { Place } from './place.ts';

/** What `deploy/ha/try` writes to the file of HA_CLUSTER. */
interface HaCluster {
  readonly machines: readonly {
    readonly address: string;
    readonly root: string;
    readonly web: string;
  }[];
  readonly secrets: Readonly<Record<string, string>>;
}

/** The cluster around this process, with a clinic's records and accounts, asked through HAProxy of each machine. */
export async function openHaPlace(patients: number, people: number): Promise<Place> {
  const cluster = readCluster();
  const database = await primaryOf(cluster);
  console.log(`Loading ${patients} patients into the cluster…`);
  const client = new Client(database.owner);
  await client.connect();
  await loadDatabase(client, scaleOf(patients), console.log);
  const { AUTH_SECRET = '' } = cluster.secrets;
  await addPeople(database, AUTH_SECRET, people);
  const urls = cluster.machines.map(({ web }) => web);
  const authorizations = await signIn(urls[0] ?? '', people);
  return { service: { urls, authorizations }, client, close: () => client.end() };
}

function readCluster(): HaCluster {
  const file = process.env.HA_CLUSTER;
  if (file === undefined) throw new Error('HA_CLUSTER is missing: run it within deploy/ha/try');
  return JSON.parse(readFileSync(file, 'utf8'));
}

async function primaryOf({ machines, secrets }: HaCluster): Promise<Copy> {
  for (const { address, root } of machines) {
    const { ok } = await fetch(`http://${address}:8008/primary`);
    if (!ok) continue;
    const place = { host: path.join(root, 'run/postgresql'), port: 5432, database: 'simiente' };
    return {
      owner: { ...place, user: 'simiente_owner', password: secrets.OWNER_PASSWORD ?? '' },
      app: { ...place, user: 'simiente_app', password: secrets.APP_PASSWORD ?? '' },
    };
  }
  throw new Error('The cluster has no primary');
}
