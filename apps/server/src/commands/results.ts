import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { USUAL_STUDY } from '@simiente/contract/results/fields';
import { waitingReasonWords } from '@simiente/contract/results/states';
import { type ImportOutcome, importResults } from '../modules/results/import/import-results.ts';
import { Problem } from '../platform/problem.ts';
import { StartupError } from '../platform/system-errors.ts';
import { ImportRefused } from '../platform/tables/table-limits.ts';
import { forTerminal } from '../platform/terminal-text.ts';
import { withInstallation } from './with-installation.ts';

interface ImportOptions {
  readonly columns?: string;
  readonly laboratory: string;
  readonly examType?: string;
  readonly dryRun?: boolean;
}

/** `results import FILE`: the results of a laboratory, and the outcome of each row that was not entered. */
export async function importResultsFile(file: string, options: ImportOptions): Promise<void> {
  const { laboratory: laboratoryId, dryRun = false } = options;
  const bytes = await read(file);
  const columns = options.columns === undefined ? null : await read(options.columns);
  const outcome = await withInstallation(({ config, installation: { database }, act }) =>
    importResults(
      database.db,
      act,
      {
        file: bytes,
        fileName: path.basename(file),
        columns: columns?.toString('utf8') ?? null,
        laboratoryId,
        examType: options.examType?.trim() || USUAL_STUDY,
        timeZone: config.clinicTimeZone,
      },
      { dryRun },
    ).catch((cause: unknown) => {
      throw toStartupError(cause, laboratoryId);
    }),
  );
  for (const line of report(outcome, dryRun)) console.log(line);
  if (outcome.refused.length > 0) process.exitCode = 1;
}

function toStartupError(cause: unknown, laboratoryId: string): unknown {
  if (cause instanceof ImportRefused) {
    const message = `${forTerminal(cause.message)} No se importó nada.`;
    return new StartupError('results-refused', message, { cause });
  }
  if (cause instanceof Problem && cause.code === 'NOT_FOUND') {
    const message = `No hay ningún partner de tipo Laboratorio con el id «${laboratoryId}»: copia el id de su página, o cambia su tipo. No se importó nada.`;
    return new StartupError('laboratory-unknown', message, { cause });
  }
  return cause;
}

async function read(file: string): Promise<Buffer> {
  return readFile(file).catch((cause: unknown) => {
    throw new StartupError('file-missing', `No se puede leer el archivo «${file}».`, { cause });
  });
}

const many = (count: number, one: string, several: string) =>
  `${count.toLocaleString('es-MX')} ${count === 1 ? one : several}`;

function report(outcome: ImportOutcome, dryRun: boolean): string[] {
  const { rows, entered, waiting, repeated, waited, refused } = outcome;
  return [
    ...refused.map(({ line, problem }) => `Línea ${line}: rechazada. ${forTerminal(problem)}`),
    ...waited.map(
      ({ line, reason }) =>
        `Línea ${line}: pendiente en «Resultados recibidos». ${waitingReasonWords[reason]}`,
    ),
    ...(dryRun ? ['Solo se revisó; no se guardó nada.'] : []),
    `${many(rows, 'fila', 'filas')}: ${many(entered, 'capturada', 'capturadas')}, ${many(waiting, 'pendiente', 'pendientes')} en «Resultados recibidos», ${many(repeated, 'ya estaba', 'ya estaban')}, ${many(refused.length, 'rechazada', 'rechazadas')}.`,
  ];
}
