import { eq } from 'drizzle-orm';
import type { Config } from '../../config.ts';
import { holdsDemo } from '../../modules/import/demo/demo-mark.ts';
import { isBackupOld, listBackups } from '../../platform/backup/kept-backups.ts';
import type { Database } from '../../platform/database/database.ts';
import { jobs } from '../../schema/operation/installation.ts';
import { DAILY_BACKUP } from './daily-backup.ts';

/** Why the last backup failed, where an operator can do something about it. */
const REASONS: Readonly<Record<string, string>> = {
  'backup-disk-full': 'no quedaba espacio en el disco',
  'backup-unwritable': 'no se podía escribir en la carpeta',
  'passphrase-file': 'no se pudo leer la frase de BACKUP_PASSPHRASE_FILE',
  'backup-running': 'se estaba haciendo otro',
  'backup-audit-broken': 'su auditoría no está íntegra; revísala con «simiente audit verify»',
};
const UNKNOWN_REASON = 'haz uno con «simiente backup --daily» para ver la causa';

const UNDECIDED =
  'Aviso: de esta base externa Simiente no conoce ningún respaldo. Usa BACKUP_DAILY=1 para que haga uno cada día, o BACKUP_DAILY=0 si lo hacen las herramientas de su PostgreSQL.';

const INVENTED =
  'Aviso: esta base tiene datos de demostración y no se respalda. Para trabajar con datos propios usa otra DATA_DIR, o quítalos con «simiente import ARCHIVO --replace-demo».';

/** The start-up notice about the server's own backups; null for none. */
export async function describeBackups(
  { production, backups: { daily, decided, folder }, clinicTimeZone }: Config,
  db: Database,
  now: Date,
): Promise<string | null> {
  if (await holdsDemo(db)) return production ? INVENTED : null;
  if (!decided) return UNDECIDED;
  if (!daily) return null;
  const backups = await listBackups(folder).catch(() => null);
  const [job] = await db
    .select({ failures: jobs.failures, fault: jobs.fault })
    .from(jobs)
    .where(eq(jobs.name, DAILY_BACKUP));
  const lines: string[] = [];
  if (job && job.failures > 0 && job.fault !== null && job.fault !== 'stopped') {
    lines.push(`Aviso: el último respaldo falló: ${REASONS[job.fault] ?? UNKNOWN_REASON}.`);
  }
  if (backups === null) {
    lines.push(`Aviso: no se puede leer la carpeta de los respaldos, ${folder}`);
    return lines.join('\n');
  }
  const [last] = backups;
  if (!last) {
    lines.push(`Respaldos: todavía no hay ninguno; se hace uno cada noche en ${folder}`);
    return lines.join('\n');
  }
  const madeAt = last.madeAt.toLocaleString('es-MX', {
    timeZone: clinicTimeZone,
    dateStyle: 'long',
    timeStyle: 'short',
  });
  lines.push(
    isBackupOld(last.madeAt, now)
      ? `Aviso: el último respaldo bueno es del ${madeAt}, hace más de dos días; están en ${folder}`
      : `Respaldos: el último bueno es del ${madeAt}; están en ${folder}`,
  );
  return lines.join('\n');
}
