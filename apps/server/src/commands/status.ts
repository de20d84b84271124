import { readdir, stat, statfs } from 'node:fs/promises';
import { connect as connectSocket } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import type { SystemCheck } from '@simiente/contract/system/calls';
import { and, count, eq, gt, isNull, min, sql } from 'drizzle-orm';
import type { Config } from '../config.ts';
import { hasDemoData } from '../modules/import/demo/demo-mark.ts';
import { isBackupOld, listBackups } from '../platform/backup/kept-backups.ts';
import type { Database } from '../platform/database/database.ts';
import { RELEASE } from '../platform/entry-points.ts';
import { jobs } from '../schema/operation/installation.ts';
import { mails } from '../schema/operation/mail.ts';
import { DAILY_BACKUP } from './backup/daily-backup.ts';
import { formatInstant, withInstallation } from './with-installation.ts';

const DAY = 24 * 3_600_000;
const GB = 1024 ** 3;
/** Milliseconds for an answer of the antivirus or the public address. */
const ANSWER_TIMEOUT = 5_000;
/** With fewer free bytes, the disk is reported as a fault. */
const MIN_FREE_SPACE = 2 * GB;

type State = Pick<SystemCheck, 'state' | 'detail'>;
interface StatusDeps {
  readonly config: Config;
  readonly db: Database;
}

const ok = (detail: string): State => ({ state: 'ok', detail });
const warning = (detail: string): State => ({ state: 'warning', detail });
const fault = (detail: string): State => ({ state: 'fault', detail });
const off = (detail: string): State => ({ state: 'off', detail });

/** The checks in the order in which they are shown. */
const CHECKS: readonly {
  readonly id: SystemCheck['id'];
  readonly label: string;
  readonly check: (deps: StatusDeps) => Promise<State> | State;
}[] = [
  { id: 'version', label: 'Versión', check: () => ok(RELEASE) },
  { id: 'backup', label: 'Último respaldo', check: checkBackup },
  { id: 'verified-backup', label: 'Último respaldo verificado', check: checkVerified },
  { id: 'wal-archive', label: 'Archivo continuo', check: checkWalArchive },
  { id: 'backup-encryption', label: 'Cifrado de los respaldos', check: checkEncryption },
  { id: 'backup-place', label: 'Copia fuera de esta máquina', check: checkPlace },
  { id: 'secrets', label: 'Secretos y permisos', check: checkSecrets },
  { id: 'disk', label: 'Disco', check: checkDisk },
  { id: 'jobs', label: 'Tareas', check: checkJobs },
  { id: 'mail', label: 'Correo', check: checkMail },
  { id: 'certificate', label: 'Certificado de la dirección', check: checkCertificate },
  { id: 'clock', label: 'Reloj', check: checkClock },
  { id: 'antivirus', label: 'Antivirus', check: checkAntivirus },
  { id: 'replication', label: 'Réplicas de la base', check: checkReplication },
  { id: 'demo', label: 'Datos de demostración', check: checkDemo },
];

/**
 * Checks the installation. A check that throws is reported as a fault.
 * @param ids of the checks; all of them by default
 */
export function readStatus(
  deps: StatusDeps,
  ids = CHECKS.map(({ id }) => id),
): Promise<SystemCheck[]> {
  return Promise.all(
    CHECKS.filter(({ id }) => ids.includes(id)).map(async ({ id, label, check }) => {
      const state = await Promise.resolve()
        .then(() => check(deps))
        .catch(() => fault('No se pudo revisar; la causa está en el registro del servidor.'));
      return { id, label, ...state };
    }),
  );
}

const SIGNS = { ok: '✔', warning: '!', fault: '✘', off: '–' } as const;

export const formatCheck = ({ label, state, detail }: SystemCheck) =>
  `${SIGNS[state]} ${label}: ${detail}`;

/** `status`: prints the checks; exit code 1 with a fault. */
export async function printStatus(): Promise<void> {
  const checks = await withInstallation(({ config, installation }) =>
    readStatus({ config, db: installation.database.db }),
  );
  for (const check of checks) console.log(formatCheck(check));
  if (checks.some(({ state }) => state === 'fault')) process.exitCode = 1;
}

/** Causes of a failed backup that an operator can remove. */
const REASONS: Readonly<Record<string, string>> = {
  'backup-disk-full': 'no quedaba espacio en el disco',
  'backup-unwritable': 'no se podía escribir en la carpeta',
  'passphrase-file': 'no se pudo leer la frase de BACKUP_PASSPHRASE_FILE',
  'backup-running': 'se estaba haciendo otro',
  'backup-audit-broken': 'su auditoría no está íntegra; revísala con «simiente audit verify»',
};
const UNKNOWN_REASON = 'haz uno con «simiente backup --daily» para ver la causa';

async function readBackupJob(db: Database) {
  const [job] = await db.select().from(jobs).where(eq(jobs.name, DAILY_BACKUP));
  return job ?? { failures: 0, fault: null, succeededAt: null };
}

async function checkBackup({ config, db }: StatusDeps): Promise<State> {
  const { daily, isConfigured, folder } = config.backups;
  if (await hasDemoData(db)) return checkDemo({ config, db });
  if (!isConfigured) {
    return fault(
      'Simiente no tiene ningún respaldo de esta base externa: usa BACKUP_DAILY=1 para que haga uno cada día, o BACKUP_DAILY=0 si lo hacen las herramientas de su PostgreSQL.',
    );
  }
  if (!daily) return off('Lo hacen las herramientas de tu PostgreSQL (BACKUP_DAILY=0).');
  const { failures, fault: reason } = await readBackupJob(db);
  const backups = await listBackups(folder).catch(() => null);
  if (backups === null) return fault(`No se puede leer la carpeta de los respaldos, ${folder}.`);
  const [last] = backups;
  const lastBackup = last && `${formatInstant(last.madeAt)}, en ${folder}`;
  if (failures > 0 && reason !== null && reason !== 'stopped') {
    const lastGood = lastBackup === undefined ? '' : ` El último bueno: ${lastBackup}.`;
    return fault(`El último falló: ${REASONS[reason] ?? UNKNOWN_REASON}.${lastGood}`);
  }
  if (!last) return warning(`Todavía no hay ninguno en ${folder}; se hace cada noche.`);
  return isBackupOld(last.madeAt, new Date())
    ? fault(`${lastBackup}: hace más de dos días.`)
    : ok(`${lastBackup}.`);
}

async function checkVerified({ config, db }: StatusDeps): Promise<State> {
  if (!config.backups.daily || (await hasDemoData(db)))
    return off('Sin respaldos diarios de Simiente.');
  const { succeededAt: at } = await readBackupJob(db);
  if (at === null) return warning('Todavía ninguno: cada respaldo de la noche se verifica.');
  const verified = formatInstant(at);
  return isBackupOld(at, new Date()) ? fault(`${verified}: hace más de dos días.`) : ok(verified);
}

async function checkWalArchive({ config }: StatusDeps): Promise<State> {
  if (config.walArchive === null) {
    return off(
      'Sin WAL_ARCHIVE, después de un desastre solo se recupera el último respaldo, no el último minuto.',
    );
  }
  const spool = path.join(config.dataDir, 'wal');
  const modifiedTimes = await Promise.all(
    (await readdir(spool)).map(async (name) => (await stat(path.join(spool, name))).mtimeMs),
  );
  const delaySeconds = Math.round((Date.now() - Math.min(Date.now(), ...modifiedTimes)) / 1000);
  return delaySeconds > 60 ? fault(`Tiene ${delaySeconds} s de retraso.`) : ok('Al día.');
}

function checkEncryption({ config }: StatusDeps): State {
  const { daily, passphrase, passphraseFile } = config.backups;
  if (!daily && config.walArchive === null) return off('Sin respaldos de Simiente.');
  if (passphrase !== null || passphraseFile !== null) return ok('Con frase.');
  const detail =
    'Sin frase, cualquier persona con una copia puede leer todos los expedientes: usa BACKUP_PASSPHRASE_FILE.';
  return config.production ? fault(detail) : warning(detail);
}

/** Whether a copy would survive the loss of the disk or machine: another file system counts as elsewhere. */
async function checkPlace({ config }: StatusDeps): Promise<State> {
  const { daily, folder } = config.backups;
  const location = config.walArchive?.location;
  if (!daily && location === undefined) return off('Sin respaldos de Simiente.');
  if (location !== undefined && typeof location !== 'string') return ok('WAL_ARCHIVE, en S3.');
  const folders = [...(daily ? [folder] : []), ...(location === undefined ? [] : [location])];
  const { dev } = await stat(config.dataDir);
  for (const copies of folders) {
    const stats = await stat(copies).catch(() => null);
    if (stats !== null && stats.dev !== dev) return ok(`${copies}, en otro disco.`);
  }
  return warning(
    'Los respaldos están en el disco de los datos: pon BACKUP_DIR o WAL_ARCHIVE en otro, o en S3.',
  );
}

/** Checks that the owner of the data folder owns all data, and is the only user who may read the secrets. */
async function checkSecrets({ config }: StatusDeps): Promise<State> {
  const { uid } = await stat(config.dataDir);
  const secrets = (await readdir(path.join(config.dataDir, 'secrets')).catch(() => [])).map(
    (name) => path.join('secrets', name),
  );
  // PostgreSQL cannot run as root, so its folder has another owner if root owns the data folder.
  const folders = ['secrets', 'files', 'uploads', 'wal', ...(uid === 0 ? [] : ['postgres'])];
  for (const name of [...folders, ...secrets]) {
    const file = path.join(config.dataDir, name);
    const stats = await stat(file).catch(() => null);
    if (stats === null) continue;
    if (stats.uid !== uid) {
      return fault(`${file} no es del usuario de ${config.dataDir}: cámbialo con chown.`);
    }
    if (name.startsWith('secrets') && (stats.mode & 0o077) !== 0) {
      return fault(`${file} lo puede leer otro usuario: quítale el permiso con chmod go=.`);
    }
  }
  return ok('Los datos son del usuario de Simiente, y solo él puede leer los secretos.');
}

/** Estimates the days left from the growth of the backups in the last weeks. */
async function checkDisk({ config }: StatusDeps): Promise<State> {
  const { bavail, bsize } = await statfs(config.dataDir);
  const free = bavail * bsize;
  const { folder } = config.backups;
  const backups = await listBackups(folder);
  const [newest, oldest] = [backups[0], backups.at(-1)];
  let estimate = '';
  if (newest && oldest && newest.madeAt.getTime() - oldest.madeAt.getTime() > DAY) {
    const [newestSize = 0, oldestSize = 0] = await Promise.all(
      [newest, oldest].map(async ({ name }) => (await stat(path.join(folder, name))).size),
    );
    const days = (newest.madeAt.getTime() - oldest.madeAt.getTime()) / DAY;
    const growth = (newestSize - oldestSize) / days;
    const remaining = growth > 0 ? Math.floor(free / growth) : Number.POSITIVE_INFINITY;
    if (remaining < 3650)
      estimate = `; al ritmo de las últimas semanas alcanza para ${remaining} días`;
  }
  const detail = `${(free / GB).toLocaleString('es-MX', { maximumFractionDigits: 1 })} GB libres${estimate}`;
  return free < MIN_FREE_SPACE ? fault(detail) : ok(detail);
}

async function checkJobs({ db }: StatusDeps): Promise<State> {
  const failed = await db.select({ name: jobs.name }).from(jobs).where(gt(jobs.failures, 0));
  if (failed.length === 0) return ok('Todas terminaron bien.');
  return fault(`Fallaron: ${failed.map(({ name }) => name).join(', ')}.`);
}

async function checkMail({ config, db }: StatusDeps): Promise<State> {
  if (config.mail === null) return off('Sin MAIL_URL: no se envían correos.');
  const [queue] = await db
    .select({ total: count(), oldest: min(mails.createdAt) })
    .from(mails)
    .where(and(isNull(mails.sentAt), isNull(mails.failedAt)));
  const lost = await db.$count(mails, gt(mails.failedAt, new Date(Date.now() - 7 * DAY)));
  const detail = `${queue?.total ?? 0} por enviar, ${lost} sin poder enviarse en 7 días`;
  const isStuck = queue?.oldest && Date.now() - new Date(queue.oldest).getTime() > 3_600_000;
  if (isStuck) return fault(`${detail}; el más antiguo lleva más de una hora pendiente.`);
  return lost > 0 ? warning(detail) : ok(detail);
}

async function checkCertificate({ config }: StatusDeps): Promise<State> {
  if (!config.secure || config.publicUrl === null) {
    return config.production
      ? warning('Sin PUBLIC_URL con https: los datos viajan sin cifrar por la red.')
      : off('Sin PUBLIC_URL con https.');
  }
  const { hostname, port } = new URL(config.publicUrl);
  const validTo = await readCertificateEnd(hostname, Number(port) || 443).catch(() => null);
  if (validTo === null) return warning(`No se pudo leer el de ${hostname} desde este equipo.`);
  const until = `Válido hasta el ${formatInstant(validTo)}`;
  const remaining = validTo.getTime() - Date.now();
  if (remaining < 0) return fault('Venció: los navegadores no dejan entrar.');
  return remaining < 14 * DAY ? warning(`${until}: renuévalo.`) : ok(until);
}

/** Expiry of the certificate at the public address, even if it is not trusted. */
function readCertificateEnd(host: string, port: number): Promise<Date> {
  return new Promise((resolve, reject) => {
    const socket = connectTls({ host, port, servername: host, rejectUnauthorized: false }, () => {
      resolve(new Date(socket.getPeerCertificate().valid_to));
      socket.destroy();
    });
    socket.setTimeout(ANSWER_TIMEOUT, () => socket.destroy(new Error('no answer')));
    socket.on('error', reject);
  });
}

async function checkClock({ db }: StatusDeps): Promise<State> {
  const before = Date.now();
  const { rows } = await db.execute<{ now: number }>(
    sql`select extract(epoch from clock_timestamp()) * 1000 as now`,
  );
  const midpoint = (before + Date.now()) / 2;
  const difference = Math.abs(Number(rows[0]?.now) - midpoint) / 1000;
  const detail = `${difference.toLocaleString('es-MX', { maximumFractionDigits: 1 })} s de diferencia con la base`;
  return difference > 5 ? fault(`${detail}: sincroniza el reloj de las dos máquinas.`) : ok(detail);
}

async function checkAntivirus({ config: { clamd } }: StatusDeps): Promise<State> {
  if (clamd === null) return off('Sin CLAMD: no se buscan virus en los archivos que se suben.');
  const socket = connectSocket(clamd);
  socket.setTimeout(ANSWER_TIMEOUT, () => socket.destroy(new Error('no answer')));
  socket.end('zPING\0');
  const answer = await text(socket).catch(() => '');
  return answer.startsWith('PONG')
    ? ok('Contesta.')
    : fault('No responde; mientras tanto no se puede subir ningún archivo.');
}

async function checkReplication({ config, db }: StatusDeps): Promise<State> {
  if (config.databaseUrl === null) return off('La base incluida no tiene réplicas.');
  const { rows } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from pg_stat_replication where state = 'streaming'`,
  );
  const total = rows[0]?.total ?? 0;
  return total === 0
    ? off('No hay réplicas, o este rol no puede verlas.')
    : ok(`${total} al corriente.`);
}

async function checkDemo({ config, db }: StatusDeps): Promise<State> {
  if (!(await hasDemoData(db))) return ok('No hay.');
  return config.production
    ? fault(
        'Esta base tiene datos inventados y no se respalda: quítalos con «simiente import --replace-demo», o empieza con otra carpeta.',
      )
    : off('Esta instalación es de prueba y no se respalda.');
}
