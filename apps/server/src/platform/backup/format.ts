import * as z from 'zod';
import { StartupError } from '../system-errors.ts';

/**
 * A backup is a tar archive, compressed with zstd and, with a passphrase, encrypted
 * in the format of age. Its entries, in order:
 *
 * - `header.json`: versions and names needed to read the rest
 * - `tables/<table>/<part>`: PostgreSQL's own COPY text, in parts, since tar needs their sizes ahead
 * - `files/<storage key>/<part>`: the bytes of the file store
 * - `secrets/<name>`: only in an encrypted backup
 * - `manifest.json`: counts and digests
 * - `sha256`: the digest of all previous entries with their names and sizes. It comes last: an archive
 *   without it is truncated, even if tar, zstd and age report no error.
 */
export const FORMAT = 1;
export const HEADER = 'header.json';
export const MANIFEST = 'manifest.json';
export const END = 'sha256';

/** A part ends once it has at least this many bytes. One part at a time is in memory. */
export const PART_SIZE = 4 * 1024 * 1024;

const tableName = z.string().regex(/^[a-z_][a-z0-9_]*$/);

export const headerSchema = z.object({
  format: z.literal(FORMAT),
  /** ISO instant of the snapshot. */
  madeAt: z.iso.datetime(),
  /** Digests of the migrations of the schema, in order. */
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: tableName, columns: z.array(z.string()) })),
  /** Upper bound (exclusive) of the last partition of each partitioned table; older backups lack it. */
  partitions: z.record(tableName, z.string().regex(/^\d{1,19}$/)).optional(),
});
export type BackupHeader = z.infer<typeof headerSchema>;
export type BackedUpTable = BackupHeader['tables'][number];

const tableCountSchema = z.object({
  name: tableName,
  rows: z.number().int(),
  /** Digest of the rows, independent of their order. */
  digest: z.string(),
});
export type TableCount = z.infer<typeof tableCountSchema>;

export const manifestSchema = z.object({
  tables: z.array(tableCountSchema),
  /** The last value of each sequence; null for an unused one. */
  sequences: z.array(z.object({ name: z.string(), value: z.string().nullable() })),
  files: z.object({
    count: z.number().int(),
    bytes: z.number().int(),
    /** Storage keys that the database names and the store lacks. */
    missing: z.array(z.string()),
    /** Storage keys of files that do not match their digest in the database. */
    damaged: z.array(z.string()),
  }),
});
export type BackupManifest = z.infer<typeof manifestSchema>;

const MESSAGES = {
  'backup-unknown': 'Este archivo no es un respaldo de Simiente.',
  'backup-truncated':
    'El respaldo está incompleto: se cortó antes de su final. No se usó nada de él.',
  'backup-altered':
    'El respaldo está incompleto o fue alterado: su contenido no coincide con sus huellas. No se usó nada de él.',
  'backup-passphrase-needed':
    'El respaldo está cifrado: indica su frase en BACKUP_PASSPHRASE o en el archivo de BACKUP_PASSPHRASE_FILE.',
  'backup-passphrase-wrong': 'La frase no es la de este respaldo.',
  'backup-newer':
    'El respaldo es de una versión de Simiente más nueva que esta: actualiza Simiente y vuelve a intentarlo.',
} as const;

/** Why a backup cannot be read. */
export class UnreadableBackup extends StartupError {
  override readonly name = 'StartupError';

  constructor(code: keyof typeof MESSAGES, cause?: unknown) {
    super(code, MESSAGES[code], { cause });
  }
}

/** The reason for an error of decryption. */
export function undecryptable(cause: unknown): UnreadableBackup {
  const isWrong = cause instanceof Error && cause.message.startsWith('no identity matched');
  return new UnreadableBackup(isWrong ? 'backup-passphrase-wrong' : 'backup-altered', cause);
}
