import path from 'node:path';
import { DEFAULT_STUDY } from '@simiente/contract/results/fields';
import { importResults } from '../modules/results/import/import-results.ts';
import { type LineOutcome, summarize } from '../modules/results/import/outcome.ts';
import { StartupError } from '../platform/system-errors.ts';
import { ImportError } from '../platform/tables/table-limits.ts';
import { cleanFileName } from '../platform/uploads/receive-form.ts';
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
  const lines = await withInstallation(({ config, installation: { database }, act }) =>
    importResults(
      database.db,
      act,
      {
        file: bytes,
        fileName: cleanFileName(path.basename(file)),
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
  for (const text of formatReport(lines, dryRun)) console.log(text);
  if (lines.some(({ reason }) => reason !== null)) process.exitCode = 1;
}

function toStartupError(cause: unknown, laboratoryId: string): unknown {
  if (cause instanceof ImportError) {
    const message = `${forTerminal(cause.message)} No se importó nada.`;
    return new StartupError('results-refused', message, { cause });
  }
  return unknownLaboratory(cause, laboratoryId);
}

function formatReport(lines: readonly LineOutcome[], dryRun: boolean): string[] {
  const { total, entered, waiting, repeated, refused, notes } = summarize(lines);
  return [
    ...notes.map(({ line, kind, words }) =>
      kind === 'refused'
        ? `Línea ${line}: rechazada. ${forTerminal(words)}`
        : `Línea ${line}: pendiente en «Resultados recibidos». ${words}`,
    ),
    ...(dryRun ? ['Solo se revisó; no se guardó nada.'] : []),
    [
      `${formatCount(total, 'fila')}: ${formatCount(entered, 'capturada')}`,
      `${formatCount(waiting, 'pendiente')} en «Resultados recibidos»`,
      formatCount(repeated, 'ya estaba', 'ya estaban'),
      `${formatCount(refused, 'rechazada')}.`,
    ].join(', '),
  ];
}
