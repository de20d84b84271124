import { isCalendarDay, startOfDay } from '@simiente/contract/common/days';
import { sql } from 'drizzle-orm';
import { archiveAudit, NotArchivable } from '../modules/audit/chain/archive-audit.ts';
import {
  type ArchivedAction,
  archiveFolder,
  collectActions,
  readArchives,
} from '../modules/audit/chain/archive-file.ts';
import type { Finding } from '../modules/audit/chain/chain-check.ts';
import {
  type Checkpoint,
  formatCheckpoint,
  parseCheckpoint,
  readCheckpoints,
} from '../modules/audit/chain/link.ts';
import { MAX_UNSEALED_MINUTES, verifyChain } from '../modules/audit/chain/verify.ts';
import { type SealedBacklog, sealAll, writeAudit } from '../modules/audit/public.ts';
import { SIGNATURES, verifySigned } from '../modules/reports/signing/verify-signed.ts';
import type { Database } from '../platform/database/database.ts';
import { StartupError } from '../platform/system-errors.ts';
import { formatCount, formatInstant, withInstallation } from './with-installation.ts';

const SIGNED_PROBLEMS = {
  altered: 'no coincide con el texto firmado.',
  missing: 'se firmó y no está.',
  unaudited: 'su registro no está en la base ni en los archivos de la auditoría.',
} as const;

/**
 * `audit verify`: checks the whole audit, and signed reports against it, and reports rows that were altered,
 * removed or inserted. The exit code is 1 if there are findings.
 */
export async function verifyAudit(options: {
  key: boolean;
  checkpoint: readonly string[];
  /** A folder; false to skip the archives. */
  archives?: string | boolean;
}): Promise<void> {
  const givenCheckpoints = options.checkpoint.map(readCheckpoint);
  const { checked, findings, head, tail, late, leftOutTo, restorations, signed } =
    await withInstallation(async ({ config, installation: { database, auditSeal }, act }) => {
      const storedCheckpoints = await readCheckpoints(auditSeal.checkpoints);
      // Archived audit rows of signatures, with which signed reports are compared.
      const archived = new Map<number, ArchivedAction>();
      const result = await verifyChain(
        {
          pool: database.pool,
          keys: options.key ? auditSeal.keys : null,
          checkpoints: [...storedCheckpoints, ...givenCheckpoints],
          ...(options.archives !== false && {
            archives: collectActions(
              readArchives(
                typeof options.archives === 'string'
                  ? options.archives
                  : archiveFolder(config.dataDir),
              ),
              SIGNATURES,
              archived,
            ),
          }),
        },
        (finding) => console.log(describeFinding(finding)),
      );
      let altered = 0;
      const signed = await verifySigned(
        database.db,
        ({ id, problem }) => {
          altered += 1;
          console.log(`Informe firmado ${id}: ${SIGNED_PROBLEMS[problem]}`);
        },
        options.archives === false ? undefined : archived,
      );
      const findings = result.findings + altered;
      await database.db.transaction((transaction) =>
        writeAudit(transaction, act, {
          action: 'audit.verified',
          details: { checked: result.checked, findings },
        }),
      );
      return { ...result, findings, signed, restorations: await listRestorations(database.db) };
    });
  for (const { at, moment } of restorations) {
    console.log(
      `El ${formatInstant(at)} se restauraron los datos del ${formatInstant(new Date(moment))}: faltan los registros entre ambos momentos.`,
    );
  }
  console.log(`Registros comprobados: ${checked.toLocaleString('es-MX')}`);
  console.log(`Informes firmados comprobados: ${signed.toLocaleString('es-MX')}`);
  console.log(`Sin sellar todavía: ${describeBacklog(tail)}`);
  if (late.rows > 0) {
    console.log(
      `Sellados más de ${MAX_UNSEALED_MINUTES} minutos después de su fecha: ${describeLate(late)} (ningún servidor estaba en marcha)`,
    );
  }
  if (leftOutTo !== null) {
    console.log(`Sin comprobar: los sellos 1 a ${leftOutTo}, que están archivados.`);
  }
  if (!options.key) console.log('La llave de los sellos no se comprobó.');
  if (head) console.log(`Final de la cadena: ${formatCheckpoint(head)}`);
  console.log(
    findings === 0
      ? 'La auditoría está íntegra.'
      : `La auditoría no está íntegra: ${formatCount(findings, 'hallazgo', 'hallazgos')}.`,
  );
  if (findings > 0) process.exitCode = 1;
}

/** Times at which the installation was restored to an earlier moment. */
async function listRestorations(db: Database): Promise<{ at: Date; moment: string }[]> {
  const { rows } = await db.execute<{ at: string; moment: string }>(sql`
    select at, details->>'moment' as moment from audit_events
     where action = 'data.restored' and details->>'moment' is not null order by id`);
  return rows.map(({ at, moment }) => ({ at: new Date(at), moment }));
}

/** Describes rows that were sealed when a server started or a backup was restored; null if there were none. */
export function describeSealedBacklog(tail: Pick<SealedBacklog, 'rows' | 'oldest'>): string | null {
  if (tail.rows === 0) return null;
  return `Registros de auditoría pendientes de sello, ya sellados: ${describeBacklog(tail)}.`;
}

function describeBacklog({ rows, oldest }: Pick<SealedBacklog, 'rows' | 'oldest'>): string {
  return oldest === null
    ? '0 registros'
    : `${formatCount(rows, 'registro', 'registros')}, el más antiguo del ${formatInstant(oldest)}`;
}

function describeLate({ rows, first }: { rows: number; first: readonly number[] }): string {
  const more = rows > first.length ? ` y ${(rows - first.length).toLocaleString('es-MX')} más` : '';
  return `${formatCount(rows, 'registro', 'registros')}: ${first.join(', ')}${more}`;
}

function describeFinding(finding: Finding): string {
  switch (finding.kind) {
    case 'altered':
      return `Alterado: el registro ${finding.eventId} (sello ${finding.seq}) no es el que se selló.`;
    case 'removed':
      return `Eliminado: falta el registro ${finding.eventId} (sello ${finding.seq}).`;
    case 'seals-removed':
      return `Eliminados: faltan los sellos ${finding.from} a ${finding.to}; el registro ${finding.nextEventId}, que les sigue, no se puede comprobar.`;
    case 'forged':
      return `Rehecho: los sellos ${finding.from} a ${finding.to} no se hicieron con la llave; sus registros, o los anteriores, pudieron cambiar.`;
    case 'cut-off':
      return `Recortado: la cadena llegó a tener ${formatCheckpoint(finding.checkpoint)} y ya no lo tiene; su último sello es el ${finding.last}.`;
    case 'unsealed':
      return `Sin sello: el registro ${finding.eventId}, del ${formatInstant(finding.at)}; alguien lo insertó, le quitó el sello, o el servidor no está sellando.`;
    case 'sealed-late':
      return `Sellado tarde: el registro ${finding.eventId}, del ${formatInstant(finding.at)}, se selló el ${formatInstant(finding.sealedAt)} con un servidor en marcha; alguien lo insertó después, o impidió sellarlo.`;
    case 'archive-missing':
      return `Falta un archivo: los sellos ${finding.from} a ${finding.to} se archivaron con sus registros y ninguno los tiene; búscalo, o usa --no-archives.`;
    case 'foreign-id':
      return `Número ajeno: el registro ${finding.eventId}, del ${formatInstant(finding.at)}, tiene un número que la base aún no ha asignado; alguien lo insertó.`;
  }
}

/** `audit archive`: moves the oldest partitions from the database into a file of the data folder. */
export async function archiveOldAudit({ before: text }: { before: string }): Promise<void> {
  if (!isCalendarDay(text)) {
    throw new StartupError('date-invalid', `«${text}» no es una fecha: escribe AAAA-MM-DD.`);
  }
  const archived = await withInstallation(async ({ config, installation, act }) => {
    // Seals the last rows, because there may be no running server.
    await sealAll({ pool: installation.database.pool, ...installation.auditSeal });
    return archiveAudit(
      {
        owner: installation.owner,
        keys: installation.auditSeal.keys,
        folder: archiveFolder(config.dataDir),
      },
      act,
      startOfDay(text, config.clinicTimeZone),
    );
  }).catch((cause: unknown) => {
    if (!(cause instanceof NotArchivable)) throw cause;
    throw new StartupError(
      'audit-not-intact',
      `La auditoría no está íntegra (${cause.message}) y no se archivó nada: «simiente audit verify» muestra por qué.`,
      { cause },
    );
  });
  if (archived === null) {
    console.log(
      `No hay nada que archivar: ninguna partición tiene solo registros anteriores al ${text}.`,
    );
    return;
  }
  console.log(
    `Se archivaron ${formatCount(archived.to - archived.from + 1, 'registro', 'registros')} (sellos ${archived.from} a ${archived.to}) de ${formatCount(archived.partitions, 'partición', 'particiones')}: ${archived.file}`,
  );
}

function readCheckpoint(text: string): Checkpoint {
  const checkpoint = parseCheckpoint(text);
  if (checkpoint) return checkpoint;
  throw new StartupError(
    'checkpoint-invalid',
    `«${text}» no es un final de cadena: copia el que imprimió «audit verify».`,
  );
}
