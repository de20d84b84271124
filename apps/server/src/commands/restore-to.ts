import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { auditActOf } from '@simiente/contract/audit/acts';
import { readWallTime } from '@simiente/contract/common/wall-time';
import { Client, type ClientConfig } from 'pg';
import { type Config, readConfig } from '../config.ts';
import { throughFolder } from '../platform/backup/restore-files.ts';
import { migrateDatabase } from '../platform/database/migrate.ts';
import { findBinaries } from '../platform/postgres/binaries.ts';
import { prepareFolder } from '../platform/postgres/embedded.ts';
import { chooseRunAs } from '../platform/postgres/run-as.ts';
import { readSecret } from '../platform/postgres/secrets.ts';
import { StartupError } from '../platform/startup-error.ts';
import { openStored } from '../platform/storage/open-stored.ts';
import type { FileStore } from '../platform/storage/storage.ts';
import {
  type Archive,
  ensureIdentity,
  openArchive,
  readIdentity,
} from '../platform/wal-archive/archive.ts';
import { restoreMoment } from '../platform/wal-archive/restore-to.ts';
import { FILES } from '../platform/wal-archive/ship.ts';
import {
  auditCommand,
  keepSecrets,
  operator,
  readPassphrase,
  withBackupSession,
  withSignal,
} from './backup-session.ts';
import { markerOf } from './restore-marker.ts';
import { openArchiveStore, scratchOf, walArchiveOf } from './wal-archive.ts';

/** An act of the audit after the restored moment that an operator must look at again. */
interface LaterAct {
  readonly at: Date;
  readonly action: string;
  readonly account: string | null;
}

/** `restore --to MOMENT`: makes an installation from WAL_ARCHIVE, as it was then. */
export async function restoreTo(text: string): Promise<void> {
  const config = readConfig(process.env);
  const until = readMoment(text, config.clinicTimeZone);
  const store = await openArchiveStore(walArchiveOf(config));
  const identity = await readIdentity(store, await readPassphrase(config));
  const archive = openArchive({ store, scratchFolder: scratchOf(config), identity });
  if (!existsSync(markerOf(config))) await restoreDatabase(config, archive, identity, until);
  await withBackupSession('server', async (session) => {
    const { connections, store: files } = session;
    await migrateDatabase({ owner: connections.owner, appRole: connections.app.user ?? '' });
    const missing = await restoreFiles(connections.owner, archive, files, scratchOf(config));
    await auditCommand(session, operator(), {
      action: 'data.restored',
      details: { moment: until?.toISOString() ?? null },
    });
    if (missing > 0) {
      console.error(
        `Aviso: ${missing} de los archivos que la base nombra no están en WAL_ARCHIVE o están dañados.`,
      );
    }
  });
  await rm(markerOf(config), { force: true });
  console.log('La restauración está completa. Arranca Simiente.');
}

/**
 * `restore --recovered MOMENT`: prepares an external database for the server after its own tools took it back
 * to that moment.
 */
export async function finishRecovered(text: string): Promise<void> {
  const { databaseUrl, clinicTimeZone } = readConfig(process.env);
  if (databaseUrl === null) {
    throw new StartupError(
      'recovered-embedded',
      'No hay DATABASE_URL: la base incluida vuelve a un momento con «simiente restore --to».',
    );
  }
  const until = readMoment(text, clinicTimeZone);
  await withBackupSession('server', async (session) => {
    const { owner, app } = session.connections;
    await migrateDatabase({ owner, appRole: app.user ?? '' });
    await withClient(owner, voidSessions);
    await auditCommand(session, operator(), {
      action: 'data.restored',
      details: { moment: until?.toISOString() ?? null },
    });
  });
  console.log(
    'La base quedó lista. Ninguna sesión ni enlace de antes sirve ya: cada persona vuelve a entrar con su contraseña de entonces.',
  );
}

/** `audit since MOMENT`: what would be undone with a return to that moment, and must be looked at again. */
export async function reportSince(text: string): Promise<void> {
  const since = readMoment(text, readConfig(process.env).clinicTimeZone) ?? new Date();
  await withBackupSession('tool', async ({ connections }) => {
    const acts = await withClient(connections.owner, (client) => listLaterActs(client, since));
    if (acts.length === 0) console.log('Desde ese momento no pasó nada que haya que repetir.');
    reportLater(acts);
  });
}

async function withClient<Result>(
  database: ClientConfig,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client(database);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function restoreDatabase(
  config: Config,
  archive: Archive,
  identity: string | null,
  until: Date | null,
): Promise<void> {
  const layout = await prepareFolder(config.dataDir);
  const known = await readSecret(layout.secrets, 'wal-archive');
  if (known !== undefined && known !== identity) {
    throw new StartupError(
      'restore-not-empty',
      `La carpeta ${layout.dataDir} tiene la llave de otro WAL_ARCHIVE: restaura en una vacía con DATA_DIR.`,
    );
  }
  const binaries = findBinaries();
  const runAs = await chooseRunAs(layout, binaries);
  const { base, later, beyondGap } = await withSignal((signal) =>
    restoreMoment(archive, { layout, binaries, runAs, signal }, until, {
      lookLater: (client) => listLaterActs(client, until ?? new Date()),
      prepare: voidSessions,
      keep: async ({ secrets }) => {
        await keepSecrets(config, secrets);
        if (identity !== null) await ensureIdentity(layout.secrets, identity);
        await writeFile(markerOf(config), '', { mode: 0o600 });
      },
    }),
  );
  const moment = until === null ? 'al final de lo archivado' : `el ${until.toISOString()}`;
  console.log(
    `Se restauró la base como estaba ${moment}, desde la copia del ${base.madeAt}. Ninguna sesión ni enlace de antes sirve ya: cada persona vuelve a entrar con su contraseña de entonces.`,
  );
  if (beyondGap !== null) {
    console.error(
      `Aviso: falta un segmento antes de ${beyondGap}: lo que se escribió desde ahí no se pudo recuperar.`,
    );
  }
  reportLater(later ?? []);
}

/** 'AAAA-MM-DD HH:MM' in the clinic's zone, an ISO instant, or null for `fin`. */
export function readMoment(text: string, timeZone: string): Date | null {
  if (text === 'fin') return null;
  const [, date, time] = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})$/.exec(text) ?? [];
  if (date !== undefined && time !== undefined) {
    const reading = readWallTime({ date, time }, timeZone);
    if ('instant' in reading) return new Date(reading.instant);
  } else if (/^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/.test(text)) {
    const instant = new Date(text);
    if (!Number.isNaN(instant.getTime())) return instant;
  }
  throw new StartupError(
    'moment-invalid',
    `«${text}» no es un momento: escribe AAAA-MM-DD HH:MM en la hora de la clínica, o fin.`,
  );
}

/** Acts on accounts, and on records that law protects from returning. */
const TO_CHECK =
  /^(staff\.(created|status_changed|password_reset)|account\.(password_changed|renamed)|two_factor\..*|(passkey|provider)\..*|record\.(purged|blocked)|secrets\..*)$/;

async function listLaterActs(client: Client, since: Date): Promise<LaterAct[]> {
  const { rows } = await client.query<LaterAct>(
    `select e.at, e.action, s.email as account
       from audit_events e
       left join staff s on s.id = coalesce(case when e.subject_kind = 'staff' then e.subject_id end, e.actor_id)
      where e.at > $1 and e.action ~ $2 order by e.id`,
    [since, TO_CHECK.source],
  );
  return rows;
}

const MOST_SHOWN = 200;

/** Prints the acts that the restoration undid; an operator repeats those that still hold. */
function reportLater(acts: readonly LaterAct[]): void {
  if (acts.length === 0) return;
  console.log(
    'Esto pasó después de ese momento, y no consta en lo que se restaura; repite lo que siga haciendo falta:',
  );
  for (const { at, action, account } of acts.slice(0, MOST_SHOWN)) {
    const { did, what } = auditActOf(action);
    console.log(
      `  ${at.toISOString()}  ${`${did} ${what}`.trim()}${account === null ? '' : ` (${account})`}`,
    );
  }
  if (acts.length > MOST_SHOWN) console.log(`  … y ${acts.length - MOST_SHOWN} más`);
}

/**
 * Stores the files that the database names and the store lacks.
 * @returns how many the archive lacks too, or has damaged
 */
async function restoreFiles(
  owner: ClientConfig,
  archive: Archive,
  store: FileStore,
  scratchFolder: string,
): Promise<number> {
  const client = new Client(owner);
  await client.connect();
  let missing = 0;
  try {
    const { rows } = await client.query<{ key: string; sha256: string }>(
      'select storage_key as key, sha256 from files',
    );
    for (const { key, sha256 } of rows) {
      const present = await openStored(store, key);
      if (present !== null) {
        present.destroy();
        continue;
      }
      const archived = await archive.read(`${FILES}/${key}`);
      const isStored =
        archived !== null &&
        (await throughFolder(scratchFolder, archived, async (file) => {
          if ((await digestOf(file)) !== sha256) throw new Error('The archived file is damaged');
          await store.putFile(key, file);
        }).then(
          () => true,
          () => false,
        ));
      if (!isStored) missing += 1;
    }
    return missing;
  } finally {
    await client.end();
  }
}

async function digestOf(file: string): Promise<string> {
  const digest = createHash('sha256');
  await pipeline(createReadStream(file), digest);
  return digest.digest('hex');
}

/** Sessions, one-time codes, links and tokens of the past are void, and devices are unknown again. */
async function voidSessions(client: Client): Promise<void> {
  await client.query(
    `delete from staff_sessions; delete from staff_verifications; delete from staff_links;
     delete from laboratory_tokens; update staff set device_epoch = device_epoch + 1`,
  );
}
