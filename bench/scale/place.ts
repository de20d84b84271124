import type { Client } from 'pg';
import { Cluster } from '../cluster.ts';
import { dayRequests } from '../day/mix.ts';
import { startLoad } from '../load/load.ts';
import { openStage } from '../stage.ts';
import type { Service } from './open-load.ts';

/** Environment in which a day is replayed. */
export interface Place {
  readonly service: Service;
  /** A direct connection to the database. */
  readonly client: Client;
  close(): Promise<void>;
}

/** Requests of the warm-up, more than are sent, and the index at which the times of their appointments begin. */
const WARM = 10_000;
const WARM_FROM = 1_000_000;

/** A process of the product on a database that is built for it, warmed up. */
export async function openOwnPlace(patients: number): Promise<Place> {
  const cluster = await Cluster.open(console.log);
  const stage = await openStage(cluster, patients);
  const { product, authorizations, client, sample } = stage;
  const close = async () => {
    await stage.close();
    await cluster.close();
  };
  const load = startLoad();
  const warm = dayRequests(sample, WARM, WARM_FROM);
  const task = { url: product.url, authorizations, requests: warm, from: 0 };
  try {
    await load.run({ ...task, warmUp: 0, duration: 10_000 });
  } catch (error) {
    await close();
    throw error;
  } finally {
    await load.stop();
  }
  return { service: { urls: [product.url], authorizations }, client, close };
}
