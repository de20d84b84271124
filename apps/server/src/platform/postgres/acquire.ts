import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { StartupError } from '../system-errors.ts';
import { claimServer, isLastMember, leave, type Member, type Role, tryJoin } from './join.ts';
import {
  type Cluster,
  chooseEndpoint,
  freeLoopback,
  isForeign,
  readPostmasterFile,
  startPostmaster,
  stopPostmaster,
} from './postmaster.ts';
import type { Endpoint } from './settings.ts';

const PAUSE_MS = 50;
/** Crash recovery reads everything since the last checkpoint, which takes seconds. */
const DEADLINE_MS = 120_000;
/** How long a cluster may be in use without answering before an operator must look. */
const TAKEN_MS = 15_000;

export type Access = { cluster: Cluster; password: string; role: Role };

/** Becomes a user of the cluster: joins it if it runs, starts it if not. */
export async function acquire(access: Access, preferred?: Endpoint): Promise<Member> {
  const { layout } = access.cluster;
  const signal = AbortSignal.timeout(DEADLINE_MS);
  const starter = new Starter(access.cluster, preferred);
  try {
    for (;;) {
      const joined = await tryJoin(layout, access.password);
      if (typeof joined === 'object') return await claim(access, joined);
      if (joined === 'absent') {
        await starter.start(signal);
      }
      await delay(joined === 'absent' ? 0 : PAUSE_MS, undefined, { signal });
    }
  } catch (error) {
    if (signal.aborted) {
      throw new StartupError(
        'postgres-slow',
        `PostgreSQL sigue sin aceptar conexiones después de ${DEADLINE_MS / 1000} s: puede estar recuperándose; revisa ${layout.log} y vuelve a arrancar.`,
        { cause: error },
      );
    }
    if (starter.started && error instanceof StartupError && error.code === 'secret-rejected') {
      await stopPostmaster(access.cluster);
    }
    throw error;
  }
}

/** Stops using the cluster; its last user stops it. */
export async function release(cluster: Cluster, client: Member['client']): Promise<void> {
  const last = await isLastMember(client).catch(() => false);
  try {
    if (last) {
      await stopPostmaster(cluster);
    }
  } finally {
    await leave(client);
  }
}

async function claim(access: Access, member: Member): Promise<Member> {
  if (access.role === 'tool') return member;
  try {
    await claimServer(member.client, access.cluster.layout);
    return member;
  } catch (error) {
    await release(access.cluster, member.client);
    throw error;
  }
}

/** Starts the cluster, retrying errors that may pass. */
class Starter {
  readonly #cluster: Cluster;
  #endpoint: Endpoint | undefined;
  #takenSince: number | undefined;
  /** Whether the running cluster is one that we started. */
  started = false;

  constructor(cluster: Cluster, preferred: Endpoint | undefined) {
    this.#cluster = cluster;
    this.#endpoint = preferred;
  }

  async start(signal: AbortSignal): Promise<void> {
    this.#endpoint ??= await chooseEndpoint(this.#cluster.layout);
    const foreignPid = this.#takenSince === undefined ? undefined : await this.#foreignPid();
    const result = await startPostmaster(this.#cluster, this.#endpoint, { signal, foreignPid });
    this.started = result === 'ready';
    if (result === 'port-taken' || result === 'no-sockets') {
      this.#endpoint = await freeLoopback();
    } else if (result === 'taken') {
      this.#takenSince ??= Date.now();
      await this.#waitWhileTaken(this.#takenSince, signal);
    }
  }

  async #foreignPid(): Promise<number | undefined> {
    const { cluster } = this.#cluster.layout;
    const pid = (await readPostmasterFile(cluster))?.pid;
    return pid !== undefined && (await isForeign(pid, cluster)) ? pid : undefined;
  }

  async #waitWhileTaken(since: number, signal: AbortSignal): Promise<void> {
    if (Date.now() - since > TAKEN_MS) {
      const { cluster } = this.#cluster.layout;
      const pid = (await readPostmasterFile(cluster))?.pid;
      const remedy =
        pid === undefined
          ? 'está vacío: si no hay otro PostgreSQL en marcha, bórralo'
          : `nombra al proceso ${pid}, que sigue vivo y no responde: mira qué es con «ps -p ${pid}» y deténlo, o reinicia el equipo`;
      throw new StartupError(
        'pid-file-taken',
        `PostgreSQL no arranca porque ${join(cluster, 'postmaster.pid')} ${remedy}.`,
      );
    }
    await delay(PAUSE_MS, undefined, { signal });
  }
}
