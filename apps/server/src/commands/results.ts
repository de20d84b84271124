import path from 'node:path';
import { DEFAULT_STUDY } from '@simiente/contract/results/fields';
import { waitingReasonWords } from '@simiente/contract/results/states';
import { type ImportOutcome, importResults } from '../modules/results/import/import-results.ts';
import { StartupError } from '../platform/system-errors.ts';
import { ImportRefused } from '../platform/tables/table-limits.ts';
import { unknownLaboratory } from './laboratory-messages.ts';
import { formatCount, forTerminal, readInputFile, withInstallation } from './with-installation.ts';

interface ImportOptions {
  readonly columns?: string;
  readonly laboratory: string;
  readonly examType?: string;
  readonly dryRun?: boolean;
}

/** `results import FILE`: imports a laboratory's results, and prints each row that was not entered. */
export async function importResultsFile(file: string, options: ImportOptions): Promise<void> {
  const { laboratory: laboratoryId, dryRun = false } = options;
  const bytes = await readInputFile(file);
  const columns = options.columns === undefined ? null : await readInputFile(options.columns);
  const outcome = await withInstallation(({ config, installation: { database }, act }) =>
    importResults(
      database.db,
      act,
      {
        file: bytes,
        fileName: path.basename(file),
        columns: columns?.toString('utf8') ?? null,
        laboratoryId,
        examType: options.examType?.trim() || DEFAULT_STUDY,
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
  return unknownLaboratory(cause, laboratoryId);
}

function report(outcome: ImportOutcome, dryRun: boolean): string[] {
  const { rows, entered, waiting, repeated, waited, refused } = outcome;
  return [
    ...refused.map(({ line, problem }) => `Línea ${line}: rechazada. ${forTerminal(problem)}`),
    ...waited.map(
      ({ line, reason }) =>
        `Línea ${line}: pendiente en «Resultados recibidos». ${waitingReasonWords[reason]}`,
    ),
    ...(dryRun ? ['Solo se revisó; no se guardó nada.'] : []),
    [
      `${formatCount(rows, 'fila')}: ${formatCount(entered, 'capturada')}`,
      `${formatCount(waiting, 'pendiente')} en «Resultados recibidos»`,
      formatCount(repeated, 'ya estaba', 'ya estaban'),
      `${formatCount(refused.length, 'rechazada')}.`,
    ].join(', '),
  ];
}
