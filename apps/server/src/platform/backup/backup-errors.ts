import { StartupError } from '../startup-error.ts';
import { hasCode, isDiskFull } from '../system-errors.ts';

/** Why a backup cannot be read. Its message is one line in Spanish. */
export class UnreadableBackup extends StartupError {
  override readonly name = 'StartupError';
}

export const notABackup = () =>
  new UnreadableBackup('backup-unknown', 'Este archivo no es un respaldo de Simiente.');

export const truncatedBackup = (cause?: unknown) =>
  new UnreadableBackup(
    'backup-truncated',
    'El respaldo está incompleto: se cortó antes de su final. No se usó nada de él.',
    { cause },
  );

export const alteredBackup = (cause?: unknown) =>
  new UnreadableBackup(
    'backup-altered',
    'El respaldo está incompleto o fue alterado: su contenido no coincide con sus huellas. No se usó nada de él.',
    { cause },
  );

export const passphraseNeeded = () =>
  new UnreadableBackup(
    'backup-passphrase-needed',
    'El respaldo está cifrado: indica su frase en BACKUP_PASSPHRASE o en el archivo de BACKUP_PASSPHRASE_FILE.',
  );

export const wrongPassphrase = (cause: unknown) =>
  new UnreadableBackup('backup-passphrase-wrong', 'La frase no es la de este respaldo.', { cause });

export const newerBackup = () =>
  new UnreadableBackup(
    'backup-newer',
    'El respaldo es de una versión de Simiente más nueva que esta: actualiza Simiente y vuelve a intentarlo.',
  );

/** PostgreSQL's SQLSTATE for a full disk. */
const DISK_FULL = '53100';

/** Whether a write failed because the disk of the backup or of the database is full. */
export function isFull(error: unknown): boolean {
  return isDiskFull(error) || hasCode(error, DISK_FULL);
}
