import { createWriteStream, fstatSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Writable } from 'node:stream';
import type { Client, ClientConfig } from 'pg';
import { describeInstallation } from '../../bootstrap.ts';
import { readConfig } from '../../config.ts';
import { readSealKeys } from '../../modules/audit/chain/link.ts';
import { verifyChain } from '../../modules/audit/chain/verify.ts';
import { operator } from '../../platform/act.ts';
import type { BackupManifest } from '../../platform/backup/format.ts';
import { backupName, pruneBackups } from '../../platform/backup/kept-backups.ts';
import {
  type RestoredBackup,
  type RestoreOptions,
  restoreBackup,
} from '../../platform/backup/restore-backup.ts';
import { stopAbandoned } from '../../platform/backup/restoring.ts';
import { RowDigest } from '../../platform/backup/row-digest.ts';
import { saveBackup } from '../../platform/backup/save-backup.ts';
import { copyOut, writeBackup } from '../../platform/backup/write-backup.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { openEmbeddedPostgres } from '../../platform/postgres/embedded.ts';
import { resolveLayout } from '../../platform/postgres/layout.ts';
import { isAlive } from '../../platform/postgres/postmaster.ts';
import { hasCode, isDiskFull, StartupError } from '../../platform/system-errors.ts';
import { formatInstant } from '../with-installation.ts';
import {
  auditCommand,
  type BackupSession,
  formatContents,
  readPassphrase,
  readSecrets,
  reportProgress,
  withBackupSession,
  withSignal,
} from './backup-session.ts';

/** Exit code if the backup succeeded, but the audit is broken, or stored files were already missing or damaged. */
const WITH_FAULTS = 2;

/** `backup FILE`, `backup -` for the standard output, or `backup --daily` as the server runs it. */
export async function makeBackup(
  file: string | undefined,
  { daily = false }: { daily?: boolean },
): Promise<void> {
  if ((file === undefined) !== daily) {
    throw new StartupError('backup-where', 'Indica en qué archivo guardar el respaldo.');
  }
  await withBackupSession('tool', async (session) => {
    const actor = daily ? ({ kind: 'system' } as const) : operator();
    const encrypted = session.passphrase !== null;
    // Audited before it begins, so that no backup is unaudited.
    const isCurrent = await auditCommand(session, actor, {
      action: 'data.backed_up',
      details: { encrypted },
    });
    if (file === '-') {
      await writeToOutput(session);
      return isCurrent ? printBrokenAudit(session) : undefined;
    }
    const { folder } = session.config.backups;
    const target = file ?? path.join(folder, backupName(new Date()));
    const { manifest, bytes } = await saveBackup(await getBackupSource(session), target, {
      passphrase: session.passphrase,
      signal: session.signal,
      onProgress: reportProgress('Respaldando'),
    });
    console.log(
      `Respaldo de ${describeInstallation(session.config)} guardado en ${target}: ${formatContents(manifest)}, ${formatSize(bytes)}, ${encrypted ? 'cifrado' : 'sin cifrar'}.`,
    );
    printLost(manifest);
    if (!daily) return isCurrent ? printBrokenAudit(session) : undefined;
    // Runs before older backups are removed, because one of them may be the last that can be restored.
    await verifyBackup(target, { passphrase: session.passphrase, signal: session.signal });
    await pruneBackups(folder);
  });
}

async function writeToOutput(session: BackupSession): Promise<void> {
  const manifest = await writeBackup(await getBackupSource(session), openOutput(), {
    passphrase: session.passphrase,
    signal: session.signal,
    onProgress: reportProgress('Respaldando'),
  }).catch((error: unknown) => {
    throw toOutputError(error);
  });
  console.error(
    `Respaldo de ${describeInstallation(session.config)} escrito: ${formatContents(manifest)}.`,
  );
  printLost(manifest);
}

/** A redirected file is opened as a stream: `process.stdout` would write synchronously, and exit on an error. */
function openOutput(): Writable {
  const isFile = fstatSync(process.stdout.fd).isFile();
  return isFile
    ? createWriteStream('', { fd: process.stdout.fd, autoClose: false })
    : process.stdout;
}

/** Explains a closed pipe or a full disk. The partial output is not deleted, because `readArchive` rejects it. */
function toOutputError(error: unknown): unknown {
  const isClosed = hasCode(error, 'EPIPE');
  if (!isClosed && !isDiskFull(error)) return error;
  const reason = isClosed
    ? 'El programa que recibía la salida dejó de leerla'
    : 'No queda espacio donde se guarda la salida';
  return new StartupError(
    'backup-output-cut',
    `${reason}: el archivo que quedó no es un respaldo, bórralo.`,
    { cause: error },
  );
}

async function getBackupSource({ config, connections, store }: BackupSession) {
  return { owner: connections.owner, store, secrets: await readSecrets(config) };
}

/** `backup verify FILE` */
export async function verifyBackupFile(file: string): Promise<void> {
  const config = readConfig(process.env);
  const passphrase = await readPassphrase(config);
  const options = { passphrase, onProgress: reportProgress('Restaurando') };
  const { header, manifest } = await withSignal((signal) =>
    verifyBackup(file, { ...options, signal }),
  );
  const madeAt = formatInstant(new Date(header.madeAt));
  console.log(
    `El respaldo está bien: es del ${madeAt} y restaurado tiene ${formatContents(manifest)}, iguales a los datos respaldados.`,
  );
  printLost(manifest);
}

/** Verifies the chain of an audit. Rows that were not sealed yet are no finding. */
async function verifyAuditChain(owner: ClientConfig, audit: string | undefined) {
  // A lost connection need not be logged, because the next query fails.
  const { pool, close } = openDatabase({ ...owner, max: 1 }, { warn() {} });
  let broken = 0;
  try {
    const keys = audit === undefined ? null : readSealKeys(audit);
    const { checked } = await verifyChain({ pool, keys, checkpoints: [] }, ({ kind }) => {
      if (kind !== 'unsealed') broken += 1;
    });
    return { checked, broken };
  } finally {
    await close();
  }
}

/** Reports a broken chain of the audit, which does not prevent a backup. */
async function printBrokenAudit({ config, connections }: BackupSession): Promise<void> {
  const audit = config.auditSecret ?? (await readSecrets(config)).audit;
  const { broken } = await verifyAuditChain(connections.owner, audit);
  if (broken === 0) return;
  console.error(
    `Aviso: la auditoría no está íntegra (hallazgos: ${broken}) y así se respaldó: «simiente audit verify» muestra cuáles.`,
  );
  process.exitCode = WITH_FAULTS;
}

/** Reports missing and damaged files, which do not prevent the backup of the others. */
function printLost({ files }: BackupManifest): void {
  const lost = files.missing.length + files.damaged.length;
  if (lost === 0) return;
  console.error(
    `Aviso: archivos que la base nombra y que al respaldar faltaban, ${files.missing.length}; dañados, ${files.damaged.length}. Lo demás está completo. Claves de esos archivos:`,
  );
  for (const key of [...files.missing, ...files.damaged].slice(0, 20)) console.error(`  ${key}`);
  process.exitCode = WITH_FAULTS;
}

/** '1.8 MB' */
function formatSize(bytes: number): string {
  return `${(bytes / 1_000_000).toLocaleString('es-MX', { maximumFractionDigits: 1 })} MB`;
}

/**
 * Restores a backup into a temporary PostgreSQL, compares every table with the backup, and verifies the audit after
 * the migration to the current schema. It needs no installation.
 * @throws StartupError with the difference, or if the chain of the audit is broken
 */
export async function verifyBackup(
  file: string,
  options: Pick<RestoreOptions, 'passphrase' | 'signal' | 'onProgress'>,
): Promise<RestoredBackup> {
  await removeAbandoned();
  const folder = await mkdtemp(path.join(tmpdir(), `simiente-verify-${process.pid}-`));
  try {
    const postgres = await openEmbeddedPostgres({
      dataDir: path.join(folder, 'data'),
      role: 'server',
      log: () => {},
    });
    try {
      const restored = await restoreBackup(
        {
          owner: postgres.owner,
          store: { putFile: async () => {}, delete: async () => {} },
          scratchFolder: path.join(folder, 'files'),
        },
        file,
        { ...options, inspect: compareTables },
      );
      const { checked, broken } = await verifyAuditChain(postgres.owner, restored.secrets.audit);
      if (broken > 0) {
        throw new StartupError(
          'backup-audit-broken',
          `El respaldo es fiel, pero su auditoría no está íntegra (hallazgos: ${broken}): restáuralo y usa «simiente audit verify» para ver cuáles.`,
        );
      }
      console.log(
        `Su auditoría está íntegra: ${checked.toLocaleString('es-MX')} registros sellados.`,
      );
      return restored;
    } finally {
      await postgres.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Name of a verification's folder, with the id of its process. */
const VERIFICATION_FOLDER = /^simiente-verify-(\d+)-/;

/** Stops the PostgreSQL of killed verifications, and removes their unencrypted data. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const [, pid] = VERIFICATION_FOLDER.exec(name) ?? [];
    if (pid === undefined || isAlive(Number(pid))) continue;
    const folder = path.join(tmpdir(), name);
    // The folder may belong to another user, or be removed by another verification.
    const stats = await stat(folder).catch(() => null);
    if (stats?.uid !== process.getuid?.()) continue;
    await stopAbandoned(await resolveLayout(folder), path.join(folder, 'data', 'postgres'));
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function compareTables(client: Client, { header, manifest }: RestoredBackup): Promise<void> {
  for (const table of header.tables) {
    const digest = new RowDigest();
    for await (const chunk of copyOut(client, table)) digest.update(chunk);
    const expected = manifest.tables.find(({ name }) => name === table.name);
    if (expected?.rows !== digest.rows || expected.digest !== digest.digest()) {
      throw new StartupError(
        'backup-differs',
        `El respaldo no es fiel: una vez restaurada, la tabla ${table.name} no coincide con la respaldada.`,
      );
    }
  }
}
