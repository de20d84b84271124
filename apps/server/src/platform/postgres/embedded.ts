import { existsSync } from 'node:fs';
import { access, constants, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fromSystemError, StartupError } from '../system-errors.ts';
import { findBinaries } from './binaries.ts';
import { ensureCluster } from './initialize.ts';
import {
  claimServer,
  isLastMember,
  leave,
  type Member,
  type Role,
  tryJoin,
  withPreparationLock,
} from './join.ts';
import { type Layout, makeFolder, resolveLayout } from './layout.ts';
import {
  type Cluster,
  chooseEndpoint,
  chooseFreePort,
  isForeign,
  readPostmasterFile,
  startPostmaster,
  stopPostmaster,
} from './postmaster.ts';
import { APP_ROLE, DATABASE, OWNER_ROLE, prepareDatabase } from './prepare-database.ts';
import { chooseRunAs, giveOwnership } from './run-as.ts';
import { ensureSecret } from './secrets.ts';
import { archiveSettings, type Endpoint, type Settings } from './settings.ts';

export type EmbeddedOptions = {
  dataDir: string;
  /** Location of the cluster; by default in the data folder. A restoration uses another. */
  layout?: Layout | undefined;
  /** A data folder has one `server`; any number of tools may join it. */
  role: Role;
  /** Receives lines in Spanish about the progress. */
  log: (line: string) => void;
  /** Settings that replace ours; for tests, whose data need not be durable. */
  settings?: Settings;
  /** Called when this process loses the database, for instance to another server. */
  onLost?: (error: StartupError) => void;
};

export type EmbeddedPostgres = Awaited<ReturnType<typeof openEmbeddedPostgres>>;
export type Connection = EmbeddedPostgres['owner'];

/**
 * Opens the PostgreSQL of a data folder: creates it the first time, starts or joins it, and creates its roles and
 * database.
 */
export async function openEmbeddedPostgres(options: EmbeddedOptions) {
  const { dataDir, role, settings } = options;
  try {
    const layout = options.layout ?? (await prepareFolder(dataDir));
    const binaries = findBinaries();
    const runAs = await chooseRunAs(layout, binaries);
    const archive = existsSync(layout.spool) ? archiveSettings(layout.spool) : {};
    const cluster = { layout, binaries, runAs, settings: { ...archive, ...settings } };
    const superuserPassword = await ensureCluster(cluster);
    await makeFolder(layout.run, 0o700);
    await giveOwnership(runAs, layout.run);
    const passwords = {
      owner: await ensureSecret(layout.secrets, OWNER_ROLE),
      app: await ensureSecret(layout.secrets, APP_ROLE),
    };
    if (existsSync(layout.spool)) await giveOwnership(runAs, layout.spool);
    const access: Access = { cluster, password: superuserPassword, role };
    const member = await acquire(access);
    try {
      await withPreparationLock(member.client, () => prepareDatabase(member.client, passwords));
    } catch (error) {
      await release(access.cluster, member.client);
      throw error;
    }
    const { host, port } = member;
    // Options of `pg`; objects, because a URL with a password could be logged.
    const connection = (user: string, password: string, database: string) => {
      return { host, port, user, password, database };
    };
    return {
      /** Used by migrations: owns the database and its tables. */
      owner: connection(OWNER_ROLE, passwords.owner, DATABASE),
      /** Used by the server: has the rights that migrations grant. */
      app: connection(APP_ROLE, passwords.app, DATABASE),
      /** The cluster's administrator, on the maintenance database. */
      superuser: connection('postgres', superuserPassword, 'postgres'),
      runAs,
      ...keepMembership(access, member, options),
    };
  } catch (error) {
    throw fromSystemError(error, dataDir);
  }
}

/** Creates a data folder, and checks that this process may use it. */
export async function prepareFolder(dataDir: string): Promise<Layout> {
  // If root owns the folder, PostgreSQL's account must be able to enter it, but not to list it.
  await makeFolder(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
  const layout = await resolveLayout(dataDir);
  await access(layout.dataDir, constants.W_OK | constants.X_OK);
  await readdir(layout.dataDir);
  return layout;
}

const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;
/** Errors that a retry cannot solve. */
const UNRECOVERABLE = new Set([
  'data-dir-in-use',
  'cluster-version',
  'cluster-unknown',
  'secret-rejected',
]);

/** Keeps this process registered as a user of the cluster. When PostgreSQL dies, it is started again. */
function keepMembership(
  access: Access,
  first: Member,
  { log, onLost }: Pick<EmbeddedOptions, 'log' | 'onLost'>,
) {
  const closing = new AbortController();
  const { signal } = closing;
  let current: Member | undefined;
  let recovery = Promise.resolve();
  let closed: Promise<void> | undefined;

  function keep(member: Member): void {
    current = member;
    void member.ended.then(() => {
      current = undefined;
      if (!signal.aborted) recovery = recover();
    });
  }

  async function recover(): Promise<void> {
    log('PostgreSQL se detuvo; se está arrancando de nuevo.');
    let pause = FIRST_PAUSE_MS;
    let lastReason = '';
    while (!signal.aborted) {
      try {
        accept(await acquire(access, first.endpoint));
        return;
      } catch (error) {
        if (error instanceof StartupError && UNRECOVERABLE.has(error.code)) {
          onLost?.(error);
          return;
        }
        const reason = error instanceof Error ? error.message : String(error);
        if (reason !== lastReason) {
          lastReason = reason;
          log(reason);
        }
      }
      await delay(pause, undefined, { signal }).catch(() => undefined);
      pause = Math.min(pause * 2, MAX_PAUSE_MS);
    }
  }

  function accept(member: Member): void {
    keep(member);
    if (member.host === first.host && member.port === first.port) {
      log('PostgreSQL volvió a arrancar.');
      return;
    }
    onLost?.(
      new StartupError(
        'endpoint-moved',
        'PostgreSQL volvió a arrancar en otra dirección: reinicia Simiente.',
      ),
    );
  }

  async function close(): Promise<void> {
    closing.abort();
    await recovery;
    const member = current;
    current = undefined;
    if (member !== undefined) await release(access.cluster, member.client);
  }

  keep(first);
  return {
    /** Whether this process is registered as a user of the running cluster. */
    attached: () => current !== undefined,
    /** Unregisters, and stops PostgreSQL if it has no other user. Pools must be closed first. */
    close: () => {
      closed ??= close();
      return closed;
    },
  };
}

const PAUSE_MS = 50;
/** Generous, because crash recovery must read everything since the last checkpoint. */
const DEADLINE_MS = 120_000;
/** A start fails if the lock file of another process exists for longer. */
const TAKEN_MS = 15_000;

type Access = { cluster: Cluster; password: string; role: Role };

/** Joins the cluster, and starts it if it is not running. */
async function acquire(access: Access, preferred?: Endpoint): Promise<Member> {
  const { layout } = access.cluster;
  const signal = AbortSignal.timeout(DEADLINE_MS);
  const starter = createStarter(access.cluster, preferred);
  try {
    for (;;) {
      const joined = await tryJoin(layout, access.password);
      if (typeof joined === 'object') return await claim(access, joined);
      if (joined === 'absent') await starter.start(signal);
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
    if (starter.isStarted() && error instanceof StartupError && error.code === 'secret-rejected') {
      await stopPostmaster(access.cluster);
    }
    throw error;
  }
}

/** Leaves the cluster, and stops it if it has no other user. */
async function release(cluster: Cluster, client: Member['client']): Promise<void> {
  const isLast = await isLastMember(client).catch(() => false);
  try {
    if (isLast) await stopPostmaster(cluster);
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

/** Starts the cluster, and retries temporary errors. */
function createStarter(cluster: Cluster, preferred: Endpoint | undefined) {
  const folder = cluster.layout.cluster;
  let endpoint = preferred;
  let takenSince: number | undefined;
  let isStarted = false;
  const readPid = async () => (await readPostmasterFile(folder))?.pid;

  async function findForeignPid(): Promise<number | undefined> {
    const pid = await readPid();
    return pid !== undefined && (await isForeign(pid, folder)) ? pid : undefined;
  }

  async function waitWhileTaken(since: number, signal: AbortSignal): Promise<void> {
    if (Date.now() - since > TAKEN_MS) {
      const pid = await readPid();
      const remedy =
        pid === undefined
          ? 'está vacío: si no hay otro PostgreSQL en marcha, bórralo'
          : `nombra al proceso ${pid}, que sigue vivo y no responde: revisa qué es con «ps -p ${pid}» y detenlo, o reinicia el equipo`;
      throw new StartupError(
        'pid-file-taken',
        `PostgreSQL no arranca porque ${join(folder, 'postmaster.pid')} ${remedy}.`,
      );
    }
    await delay(PAUSE_MS, undefined, { signal });
  }

  return {
    /** Whether this process started the running cluster. */
    isStarted: () => isStarted,
    async start(signal: AbortSignal): Promise<void> {
      endpoint ??= await chooseEndpoint(cluster.layout);
      const foreignPid = takenSince === undefined ? undefined : await findForeignPid();
      const result = await startPostmaster(cluster, endpoint, { signal, foreignPid });
      isStarted = result === 'ready';
      if (result === 'port-taken' || result === 'no-sockets') {
        endpoint = await chooseFreePort();
      } else if (result === 'taken') {
        takenSince ??= Date.now();
        await waitWhileTaken(takenSince, signal);
      }
    },
  };
}
