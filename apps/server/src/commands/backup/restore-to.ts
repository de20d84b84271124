import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { getAuditActionWords } from '@simiente/contract/audit/action-words';
import { readWallTime } from '@simiente/contract/common/wall-time';
import type { Client, ClientConfig } from 'pg';
import { expectSchema } from '../../bootstrap.ts';
import { type Config, readConfig } from '../../config.ts';
import { type AuditAction, writeAuditOn } from '../../modules/audit/public.ts';
import { NO_REQUEST, operator } from '../../platform/act.ts';
import { withTemporaryFile } from '../../platform/backup/restore-backup.ts';
import { restoreInSeparateFolder } from '../../platform/backup/restoring.ts';
import { withClient } from '../../platform/database/connections/connect.ts';
import { migrateDatabase } from '../../platform/database/migrating/migrate.ts';
import { findBinaries } from '../../platform/postgres/binaries.ts';
import type { Layout } from '../../platform/postgres/layout.ts';
import { DATABASE } from '../../platform/postgres/prepare-database.ts';
import { chooseRunAs, giveOwnership } from '../../platform/postgres/run-as.ts';
import { ensureSecret, readSecret } from '../../platform/postgres/secrets.ts';
import { type FileStore, hashFile, openStored } from '../../platform/storage/storage.ts';
import { StartupError } from '../../platform/system-errors.ts';
import { type Archive, ensureIdentity } from '../../platform/wal-archive/archive.ts';
import { type ListedBase, listBases } from '../../platform/wal-archive/base-copy.ts';
import {
  formatRestoreMoment,
  queryCluster,
  type RecoveryTarget,
  recover,
} from '../../platform/wal-archive/recover.ts';
import { FILES } from '../../platform/wal-archive/ship.ts';
import { formatInstant } from '../with-installation.ts';
import {
  auditCommand,
  type BackupSession,
  sealRestored,
  storeSecrets,
  withBackupSession,
  withSignal,
} from './backup-session.ts';
import { ACCESS_REVOKED, revokeAccess } from './restore.ts';
import { getScratchFolder, openAnyArchive, printDamaged } from './wal-archive.ts';

const ROTATED: AuditAction = 'secrets.rotated';
const RETIRED: AuditAction = 'secrets.retired';

/** The audited rotations and retirements of the secret after the base copy was made, oldest first. */
async function listReplacements(client: Client, madeAt: string): Promise<string[]> {
  const { rows } = await client.query<{ action: string }>(
    'select action from audit_events where at > $1 and action = any($2::text[]) order by id',
    [madeAt, [ROTATED, RETIRED]],
  );
  return rows.map(({ action }) => action);
}

/** Whether the secret in the base copy was replaced later, and then retired. */
const isRetired = (replacements: readonly string[]) =>
  replacements.includes(ROTATED) &&
  replacements.lastIndexOf(RETIRED) > replacements.indexOf(ROTATED);

/** Omits secrets that were retired after the copy: no data are encrypted with them. */
export function withoutRetired(
  secrets: Readonly<Record<string, string>>,
  replacements: readonly string[],
): Record<string, string> {
  const { auth, 'auth-previous': previous, ...others } = secrets;
  return {
    ...others,
    ...(auth !== undefined && !isRetired(replacements) && { auth }),
    ...(previous !== undefined && !replacements.includes(RETIRED) && { 'auth-previous': previous }),
  };
}

/** Prints what the operator must do about a secret that was replaced after the copy. */
function printReplacements(replacements: readonly string[], file: string): void {
  if (isRetired(replacements)) {
    console.error(
      `Aviso: el secreto de esa copia se retiró después, y no vuelve. Antes de arrancar, copia secrets/auth de la instalación anterior en ${file}; sin él no funciona la verificación en dos pasos de las cuentas.`,
    );
  } else if (replacements.includes(ROTATED)) {
    console.error(
      'Aviso: el secreto se cambió después de esa copia y se restauró el que tenía: repite secrets rotate, reinicia y termina con secrets retire. La verificación en dos pasos que se configuró con el otro no funciona.',
    );
  }
}

/** `restore --to MOMENT`: restores an installation from WAL_ARCHIVE, as it was at a moment. */
export async function restoreTo(text: string): Promise<void> {
  const config = readConfig(process.env);
  const until = readMoment(text, config.clinicTimeZone);
  const { archive, identity } = await openAnyArchive(config);
  const finish = async ({ connections: { owner, app }, store: files }: BackupSession) => {
    await migrateDatabase({ owner, appRole: app.user ?? '' });
    const missing = await restoreFiles(owner, archive, files, getScratchFolder(config));
    await withClient(owner, async (client) => {
      await client.query('begin');
      await writeAuditOn(
        client,
        { actor: operator(), origin: NO_REQUEST },
        { action: 'data.restored', details: { moment: toIso(until) } },
      );
      await client.query('commit');
    });
    if (missing > 0) {
      console.error(
        `Aviso: archivos que la base nombra y que no están en WAL_ARCHIVE o están dañados: ${missing}.`,
      );
    }
  };
  const command = `restore --to ${toIso(until) ?? 'fin'}`;
  await restoreInSeparateFolder(config, command, async (layout) => {
    await restoreDatabase(config, layout, archive, identity, until);
    await withBackupSession('server', finish, layout);
  });
  await sealRestored();
  console.log('La restauración está completa. Arranca Simiente.');
}

/**
 * `restore --recovered MOMENT`: prepares an external database for the server after other tools restored it to a moment.
 */
export async function finishRecovered(text: string): Promise<void> {
  const config = readConfig(process.env);
  if (config.databaseUrl === null) {
    throw new StartupError(
      'recovered-embedded',
      'No hay DATABASE_URL: la base incluida vuelve a un momento con «simiente restore --to».',
    );
  }
  const until = readMoment(text, config.clinicTimeZone);
  await withBackupSession('server', async (session) => {
    const { owner, app } = session.connections;
    await expectSchema(config, { owner });
    await migrateDatabase({ owner, appRole: app.user ?? '' });
    await withClient(owner, revokeAccess);
    await auditCommand(session, operator(), {
      action: 'data.restored',
      details: { moment: toIso(until) },
    });
  });
  console.log(`La base quedó lista. ${ACCESS_REVOKED}`);
}

/** `audit since MOMENT`: lists the actions that a restoration to a moment would undo. */
export async function reportSince(text: string): Promise<void> {
  const since = readMoment(text, readConfig(process.env).clinicTimeZone) ?? new Date();
  await withBackupSession('tool', async ({ connections }) => {
    const actions = await withClient(connections.owner, (client) =>
      listLaterActions(client, since),
    );
    if (actions.length === 0) console.log('Desde ese momento no hay acciones que repetir.');
    printLaterActions(actions);
  });
}

async function restoreDatabase(
  config: Config,
  layout: Layout,
  archive: Archive,
  identity: string | null,
  until: Date | null,
): Promise<void> {
  const storedIdentity = await readSecret(layout.secrets, 'wal-archive');
  if (storedIdentity !== undefined && storedIdentity !== identity) {
    throw new StartupError(
      'restore-not-empty',
      `La carpeta ${layout.dataDir} tiene la llave de otro WAL_ARCHIVE: restaura en una vacía con DATA_DIR.`,
    );
  }
  const { clinicTimeZone: timeZone } = config;
  const binaries = findBinaries();
  const runAs = await chooseRunAs(layout, binaries);
  const { complete: bases, damaged } = await listBases(archive);
  const base = chooseBase(bases, until, timeZone);
  const password = await ensureSecret(layout.secrets, 'superuser');
  const account = { password, database: DATABASE };
  const { recovered, replacements, later } = await withSignal(async (signal) => {
    const target = { layout, binaries, runAs, password, timeZone, signal };
    let later: readonly LaterAction[] = [];
    if (until !== null) {
      // The newest data are recovered temporarily, to list the actions that the restoration undoes.
      const folder = await makeRecoveryFolder(target, 'everything');
      const everything = await recover(archive, bases.at(-1) ?? base, null, { ...target, folder });
      later = await queryCluster(everything, account, (client) => listLaterActions(client, until));
      await rm(folder, { recursive: true, force: true });
    }
    const folder = await makeRecoveryFolder(target, 'moment');
    const recovered = await recover(archive, base, until, { ...target, folder });
    const replacements = await queryCluster(recovered, account, async (client) => {
      await revokeAccess(client);
      return listReplacements(client, base.madeAt);
    });
    await storeSecrets(config, withoutRetired(recovered.secrets, replacements));
    if (identity !== null) await ensureIdentity(layout.secrets, identity);
    // The last step, because a database in this folder means that the restoration is complete.
    await rename(recovered.cluster.layout.cluster, layout.cluster);
    await rm(folder, { recursive: true, force: true });
    return { recovered, replacements, later };
  });
  console.log(
    `Se restauró la base como estaba ${until ? `el ${formatInstant(until)}` : 'al final de lo archivado'}, desde la copia del ${formatInstant(new Date(base.madeAt))}. ${ACCESS_REVOKED}`,
  );
  if (recovered.beyondGap !== null) {
    console.error(
      `Aviso: falta o está dañado un segmento de WAL_ARCHIVE, ${recovered.beyondGap} o uno anterior: se recuperó hasta «${formatRestoreMoment(recovered.lastMoment, timeZone)}», en la hora de la clínica.`,
    );
  }
  printReplacements(replacements, path.join(layout.secrets, 'auth'));
  printDamaged({ damaged });
  printLaterActions(later);
}

const toIso = (moment: Date | null) => moment?.toISOString() ?? null;

/** Parses 'AAAA-MM-DD HH:MM' in the clinic's time zone, or an ISO instant; null for `fin`. */
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

/**
 * Stores the files that the database names and the store lacks.
 * @returns the number of files that stay missing, because the archive lacks them too or has them damaged
 */
async function restoreFiles(
  owner: ClientConfig,
  archive: Archive,
  store: FileStore,
  scratchFolder: string,
): Promise<number> {
  return withClient(owner, async (client) => {
    const { rows } = await client.query<{ key: string; sha256: string }>(
      'select storage_key as key, sha256 from files',
    );
    let missing = 0;
    for (const { key, sha256 } of rows) {
      const stored = await openStored(store, key);
      if (stored !== null) {
        stored.destroy();
        continue;
      }
      const archived = await archive.read(`${FILES}/${key}`);
      const isStored =
        archived !== null &&
        (await withTemporaryFile(scratchFolder, archived, async (file) => {
          if ((await hashFile(file, 'sha256')).toString('hex') !== sha256)
            throw new Error('The archived file is damaged');
          await store.putFile(key, file);
        }).then(
          () => true,
          () => false,
        ));
      if (!isStored) missing += 1;
    }
    return missing;
  });
}

/** Creates an empty folder for a recovered cluster, next to the folder of the final cluster. */
async function makeRecoveryFolder(
  { layout, runAs }: Pick<RecoveryTarget, 'layout' | 'runAs'>,
  name: string,
): Promise<string> {
  const folder = path.join(path.dirname(layout.cluster), name);
  await mkdir(folder, { mode: 0o711 });
  await giveOwnership(runAs, folder);
  return folder;
}

function chooseBase(
  bases: readonly ListedBase[],
  until: Date | null,
  timeZone: string,
): ListedBase {
  const [first] = bases;
  if (first === undefined) {
    throw new StartupError(
      'wal-archive-empty',
      'WAL_ARCHIVE no tiene ninguna copia completa de la base: no hay de dónde restaurar.',
    );
  }
  const base =
    until === null ? bases.at(-1) : bases.findLast(({ madeAt }) => new Date(madeAt) <= until);
  if (base !== undefined) return base;
  throw new StartupError(
    'moment-too-early',
    `Los datos archivados empiezan en «${formatRestoreMoment(new Date(first.madeAt), timeZone)}»: indica un momento posterior.`,
  );
}

/** An audited action that a restoration undoes. */
interface LaterAction {
  readonly at: Date;
  readonly action: string;
  /** The e-mail of the changed account, otherwise of the actor. */
  readonly account: string | null;
  readonly record: string | null;
  /** The patient of that record, unless the record is the patient. */
  readonly patient: string | null;
}

/** Actions that an operator must repeat or confirm. Actions about access that `revokeAccess` ends are not listed. */
const ACTIONS_TO_REVIEW: readonly AuditAction[] = [
  'staff.created',
  'staff.invited',
  'staff.status_changed',
  'staff.roles_changed',
  'staff.doctor_changed',
  'staff.password_reset',
  'staff.link_used',
  'account.password_changed',
  'account.renamed',
  'two_factor.enabled',
  'two_factor.disabled',
  'two_factor.recovery_codes_made',
  'two_factor.recovery_code_used',
  'two_factor.reset',
  'passkey.added',
  'passkey.removed',
  'passkey.reset',
  'provider.bound',
  'provider.removed',
  'provider.reset',
  'professional_identity.entered',
  'professional_identity.confirmed',
  'professional_identity.suspended',
  'professional_identity.return_confirmed',
  'professional_identity.restored',
  'consent.recorded',
  'consent.withdrawn',
  'report.signed',
  'report.withdrawn',
  // A discarded draft or result waits again after a restoration.
  'report.draft_discarded',
  'received_result.discarded',
  // The restored database has no trace of the access.
  'emergency_access.opened',
  'result.corrected',
  'analyte_range.set',
  'analyte_range.updated',
  'letterhead.changed',
  'clinic.settings_changed',
  'record.deleted',
  'record.restored',
  'record.blocked',
  'record.unblocked',
  'record.purged',
  'secrets.rotated',
  'secrets.retired',
];

async function listLaterActions(client: Client, since: Date): Promise<LaterAction[]> {
  const { rows } = await client.query<LaterAction>(
    `select e.at, e.action, s.email as account,
            case when e.subject_kind <> 'staff' then e.subject_id end as record,
            nullif(e.patient_id, e.subject_id) as patient
       from audit_events e
       left join staff s on s.id = case when e.subject_kind = 'staff' then e.subject_id else e.actor_id end
      where e.at > $1 and e.action = any($2::text[]) order by e.id`,
    [since, ACTIONS_TO_REVIEW],
  );
  return rows;
}

function printLaterActions(acts: readonly LaterAction[]): void {
  if (acts.length === 0) return;
  console.log(
    'Estas acciones ocurrieron después de ese momento y no están en la restauración; repite las que aún hagan falta:',
  );
  for (const { at, action, account, record, patient } of acts) {
    const { verb, object } = getAuditActionWords(action);
    const about = [record, patient, account].filter((name) => name !== null).join(', ');
    console.log(`  ${formatInstant(at)}  ${`${verb} ${object}`.trim()}${about && ` (${about})`}`);
  }
}
