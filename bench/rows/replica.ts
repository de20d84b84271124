import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { calls } from '../calls.ts';
import { databaseUrl } from '../cluster.ts';
import { milliseconds, number } from '../figures/format.ts';
import type { Findings, Row } from '../figures/row.ts';
import { median } from '../figures/statistics.ts';
import type { Load } from '../load/load.ts';
import { type Effort, interleave, type Measured } from '../measure.ts';
import { type Used, usedBy, usedByProcess } from '../product/processor.ts';
import { startProduct } from '../product/server.ts';
import { productSettings, type Stage } from '../stage.ts';

/** The calls of the daily work that a replica may answer. */
const READ_THERE = calls.filter(({ name }) => /page|search/.test(name));

/**
 * Reads with and without a streaming replica on the same machine: what it takes from the primary. Both
 * share the processors here, so throughput would say nothing about two machines.
 */
export async function measureReplica(
  stage: Stage,
  load: Load,
  effort: Effort,
  isChosen: (name: string) => boolean,
): Promise<Findings> {
  const { copy, client, authorizations, sample, product: alone } = stage;
  const folder = await mkdtemp(path.join(tmpdir(), 'simiente-bench-'));
  const standby = await stage.makeStandby(folder);
  const { host, port } = standby.superuser;
  const connection = { ...copy.app, host, port };
  const onReplica = new Client({ ...standby.superuser, database: copy.app.database });
  const product = startProduct({
    ...productSettings(copy, path.join(folder, 'product')),
    DATABASE_REPLICA_URL: databaseUrl(connection),
  });
  try {
    await onReplica.connect();
    const url = await product.url();
    const rows: Row[] = [];
    for (const call of READ_THERE.filter((one) => isChosen(one.name))) {
      const asked = { authorizations, requests: call.requests(sample, 'product') };
      const of = (name: string, pid: number, at: Client) => () => usedBy(pid, name, at);
      const measured = await interleave(
        load,
        {
          alone: {
            ...asked,
            url: alone.url,
            used: of('simiente', alone.process.pid, client),
          },
          primary: { ...asked, url, used: of('simiente', product.pid, client) },
          replica: {
            ...asked,
            url,
            used: async () => ({
              node: 0,
              postgres:
                (await usedBy(product.pid, 'simiente-replica', onReplica)).postgres +
                (await usedByReplication(onReplica)),
            }),
          },
        },
        effort,
      );
      rows.push(rowOf(call.name, measured));
    }
    return { title: `With a replica, ${number(stage.patients)} patients`, rows };
  } finally {
    await product.stop();
    await onReplica.end();
    await standby.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** What receives and replays the log. */
async function usedByReplication(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity where backend_type in ('startup', 'walreceiver')`,
  );
  return rows.map(({ pid }) => usedByProcess(pid)).reduce((sum, used) => sum + used, 0);
}

function rowOf(
  name: string,
  { alone, primary, replica }: Record<'alone' | 'primary' | 'replica', readonly Measured[]>,
): Row {
  const cost = (of: readonly Measured[], side: keyof Used) =>
    median(of.map((one) => one.cost[side]));
  const p50 = (of: readonly Measured[]) => milliseconds(median(of.map((one) => one.p50)));
  const p99 = (of: readonly Measured[]) => milliseconds(median(of.map((one) => one.p99)));
  return {
    name,
    target: '',
    measured: `${number(cost(primary, 'postgres'))} of ${number(cost(alone, 'postgres'))} ms stay on the primary`,
    reached: null,
    note: `the replica works ${number(cost(replica, 'postgres'))} ms, replay included; Node ${number(cost(primary, 'node'))} against ${number(cost(alone, 'node'))} ms; p50 ${p50(primary)} against ${p50(alone)}, p99 ${p99(primary)} against ${p99(alone)}`,
  };
}
