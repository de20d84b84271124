import { existsSync } from 'node:fs';
import { access, constants, readdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { fromSystemError, StartupError } from '../system-errors.ts';
import { type Access, acquire, release } from './acquire.ts';
import { findBinaries } from './binaries.ts';
import { ensureCluster } from './initialize.ts';
import { type Member, type Role, withPreparationLock } from './join.ts';
import { type Layout, makeFolder, resolveLayout } from './layout.ts';
import { APP_ROLE, DATABASE, OWNER_ROLE, prepareDatabase } from './prepare-database.ts';
import { chooseRunAs, giveOwnership } from './run-as.ts';
import { ensureSecret } from './secrets.ts';
import { archiveSettings, type Settings } from './settings.ts';

/** Connection options of `pg`; an object, because a URL with a password could be logged. */
export type Connection = {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
};

export type EmbeddedOptions = {
  dataDir: string;
  /** Another place for the cluster than the data folder's own: a restoration works beside it. */
  layout?: Layout | undefined;
  /** A data folder has one `server`; any number of tools may join it. */
  role: Role;
  /** Receives lines in Spanish about the progress. */
  log: (line: string) => void;
  /** Settings that replace ours; for tests, whose data need not be durable. */
  settings?: Settings;
  /**
   * Called when this process has lost the database for good, for instance because another server took
   * it.
   */
  onLost?: (error: StartupError) => void;
};

export type EmbeddedPostgres = {
  /** Migrates: owns the database and its tables. */
  owner: Connection;
  /** Serves: has the rights that migrations grant. */
  app: Connection;
  /** The cluster's administrator, on the maintenance database. */
  superuser: Connection;
  /** Whether we are still registered as a user of the running cluster. */
  attached: () => boolean;
  /** Unregisters, and stops PostgreSQL if it has no other user. Close your pools first. */
  close: () => Promise<void>;
};

/**
 * Opens the PostgreSQL of a data folder: creates it the first time, starts or joins it, and creates its
 * roles and database.
 * @throws StartupError with what to do
 */
export async function openEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDir, role, log, settings } = options;
  try {
    const layout = options.layout ?? (await prepareFolder(dataDir));
    const binaries = findBinaries();
    const runAs = await chooseRunAs(layout, binaries);
    const password = await ensureCluster(layout, binaries, runAs);
    await makeFolder(layout.run, 0o700);
    await giveOwnership(runAs, layout.run);
    const passwords = {
      owner: await ensureSecret(layout.secrets, OWNER_ROLE),
      app: await ensureSecret(layout.secrets, APP_ROLE),
    };
    const archive = existsSync(layout.spool) ? archiveSettings(layout.spool) : {};
    if (existsSync(layout.spool) && role === 'server') await giveOwnership(runAs, layout.spool);
    const all = { ...archive, ...settings };
    const access: Access = { cluster: { layout, binaries, runAs, settings: all }, password, role };
    const member = await acquire(access);
    try {
      await withPreparationLock(member.client, () => prepareDatabase(member.client, passwords));
    } catch (error) {
      await release(access.cluster, member.client);
      throw error;
    }
    const membership = new Membership(access, member, { log, onLost: options.onLost });
    const { host, port } = member;
    const connection = (user: string, secret: string, database: string): Connection => ({
      host,
      port,
      user,
      password: secret,
      database,
    });
    return {
      owner: connection(OWNER_ROLE, passwords.owner, DATABASE),
      app: connection(APP_ROLE, passwords.app, DATABASE),
      superuser: connection('postgres', password, 'postgres'),
      attached: () => membership.attached,
      close: () => membership.close(),
    };
  } catch (error) {
    throw fromSystemError(error, dataDir);
  }
}

/** Makes a data folder, and checks that this process may use it. */
export async function prepareFolder(dataDir: string): Promise<Layout> {
  // PostgreSQL's account must be able to enter the folder of root; it cannot list it.
  await makeFolder(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
  const layout = await resolveLayout(dataDir);
  await access(layout.dataDir, constants.W_OK | constants.X_OK);
  await readdir(layout.dataDir);
  return layout;
}

/** Callbacks for events of the shared database. */
type Watcher = {
  log: (line: string) => void;
  onLost: ((error: StartupError) => void) | undefined;
};

const FIRST_PAUSE_MS = 100;
const LAST_PAUSE_MS = 5_000;
/** Errors that waiting does not solve. */
const FINAL = new Set(['data-dir-in-use', 'cluster-version', 'cluster-unknown', 'secret-rejected']);

/** Our registration as a user of the cluster. When PostgreSQL dies, it is started again. */
class Membership {
  readonly #access: Access;
  readonly #watcher: Watcher;
  readonly #first: Member;
  readonly #closing = new AbortController();
  #member: Member | undefined;
  #recovery: Promise<void> = Promise.resolve();
  #closed: Promise<void> | undefined;

  constructor(access: Access, member: Member, watcher: Watcher) {
    this.#access = access;
    this.#first = member;
    this.#watcher = watcher;
    this.#keep(member);
  }

  get attached(): boolean {
    return this.#member !== undefined;
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    this.#closing.abort();
    await this.#recovery;
    const member = this.#member;
    this.#member = undefined;
    if (member !== undefined) {
      await release(this.#access.cluster, member.client);
    }
  }

  #keep(member: Member): void {
    this.#member = member;
    void member.ended.then(() => {
      this.#member = undefined;
      if (!this.#closing.signal.aborted) {
        this.#recovery = this.#recover();
      }
    });
  }

  async #recover(): Promise<void> {
    this.#watcher.log('PostgreSQL se detuvo; se está arrancando de nuevo.');
    let pause = FIRST_PAUSE_MS;
    let lastReason = '';
    while (!this.#closing.signal.aborted) {
      try {
        const member = await acquire(this.#access, this.#first.endpoint);
        this.#accept(member);
        return;
      } catch (error) {
        if (error instanceof StartupError && FINAL.has(error.code)) {
          this.#watcher.onLost?.(error);
          return;
        }
        const reason = error instanceof Error ? error.message : String(error);
        if (reason !== lastReason) {
          lastReason = reason;
          this.#watcher.log(reason);
        }
      }
      await delay(pause, undefined, { signal: this.#closing.signal }).catch(() => undefined);
      pause = Math.min(pause * 2, LAST_PAUSE_MS);
    }
  }

  #accept(member: Member): void {
    this.#keep(member);
    if (member.host === this.#first.host && member.port === this.#first.port) {
      this.#watcher.log('PostgreSQL volvió a arrancar.');
      return;
    }
    this.#watcher.onLost?.(
      new StartupError(
        'endpoint-moved',
        'PostgreSQL volvió a arrancar en otra dirección: reinicia Simiente.',
      ),
    );
  }
}
