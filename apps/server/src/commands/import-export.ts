import { pino } from 'pino';
import {
  type FindingList,
  type FindingLog,
  ImportError,
  type RemovedDemoReport,
  sumTallies,
  type Tally,
} from '../modules/import/findings.ts';
import { importLegacyExport } from '../modules/import/import-export.ts';
import { importKinds, kindTitles } from '../modules/import/kinds.ts';
import type { ImportProgress } from '../modules/import/load-export.ts';
import { openDatabase } from '../platform/database/database.ts';
import { StartupError } from '../platform/system-errors.ts';
import { forTerminal, printProgress, withInstallation } from './with-installation.ts';

/** `import FILE`: imports an export of the legacy system, and reports the outcome of each record. */
export async function importExportFile(
  file: string,
  { replaceDemo = false }: { replaceDemo?: boolean },
): Promise<void> {
  await withInstallation(async ({ config, installation, act }) => {
    // Removing demo data needs the rights of the owner, and may take long.
    const owner = openDatabase(
      { ...installation.owner, query_timeout: 0 },
      pino({ level: config.logLevel }),
    );
    try {
      const report = await importLegacyExport({
        source: file,
        db: owner.db,
        act,
        timeZone: config.clinicTimeZone,
        onProgress: printProgress(formatProgress),
        ...(replaceDemo ? { replaceDemo: { store: installation.store } } : {}),
      });
      console.log(formatReport(report));
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      throw new StartupError('import-refused', error.message, { cause: error });
    } finally {
      await owner.close();
    }
  }, 'import');
}

const PHASES = { check: 'Revisando', write: 'Guardando' } as const;

/** 'Revisando… 12,400 registros (38 %)' */
function formatProgress({ phase, records, bytes, totalBytes }: ImportProgress): string {
  const share = totalBytes ? ` (${Math.floor((bytes / totalBytes) * 100)} %)` : '';
  return `${PHASES[phase]}… ${records.toLocaleString('es-MX')} registros${share}`;
}

const columns = [
  ['read', 'leídos'],
  ['created', 'creados'],
  ['updated', 'actualizados'],
  ['unchanged', 'sin cambios'],
  ['kept', 'conservados'],
  ['rejected', 'rechazados'],
] as const satisfies readonly [keyof Tally, string][];

const formatNumber = new Intl.NumberFormat('es-MX').format;

export function formatReport(report: FindingLog): string {
  const { removedDemo, ignored } = report;
  const blocks = [
    ...(removedDemo ? [formatRemoved(removedDemo)] : []),
    formatTable(report.tallies),
    ...formatList('Rechazados', report.rejected),
    ...formatList('Valores que no se guardaron como venían', report.repaired),
    ...formatList('Se guardaron como venían, y conviene revisarlos', report.noticed),
    ...formatList('Conservados como los dejó el personal', report.kept),
    ...formatList('Citas que se empalman con otra (se guardaron marcadas)', report.overlapping),
    ...formatIgnored(ignored),
  ];
  return blocks.join('\n\n');
}

function formatRemoved({ records, edited, filesLeft }: RemovedDemoReport): string {
  const changed =
    edited === 0 ? '' : `, de ellos ${formatNumber(edited)} que el personal había cambiado`;
  const files =
    filesLeft === 0 ? '' : `\nArchivos que no se pudieron borrar: ${formatNumber(filesLeft)}.`;
  return `Se quitaron los datos de demostración: ${formatNumber(records)} registros${changed}.${files}`;
}

function formatTable(tallies: FindingLog['tallies']): string {
  const rows = [
    ['Tipo', ...columns.map(([, title]) => title)],
    ...importKinds.map((kind) => formatRow(kindTitles[kind], tallies[kind])),
    formatRow('Total', sumTallies(tallies)),
  ];
  const widths = ['Tipo', ...columns].map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  const lines = rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  );
  const rule = '─'.repeat(lines[0]?.length ?? 0);
  return [lines[0], rule, ...lines.slice(1, -1), rule, lines.at(-1)].join('\n');
}

function formatRow(title: string, tally: Tally): string[] {
  return [title, ...columns.map(([name]) => formatNumber(tally[name]))];
}

function formatList(title: string, { listed, total }: FindingList): string[] {
  if (total === 0) return [];
  const unlisted = total - listed.length;
  return [
    [
      `${title} (${formatNumber(total)}):`,
      ...listed.map(({ path, reason }) => `  ${printable(path)}: ${printable(reason)}`),
      ...(unlisted > 0 ? [`  … y ${formatNumber(unlisted)} más`] : []),
    ].join('\n'),
  ];
}

function formatIgnored(ignored: FindingLog['ignored']): string[] {
  if (ignored.size === 0) return [];
  const lines = [...ignored].map(
    ([name, times]) => `  ${printable(name)} (${formatNumber(times)})`,
  );
  return [['Campos que Simiente no tiene, y no se importaron:', ...lines].join('\n')];
}

const MAX_PRINTED_LENGTH = 300;

/** Shortens and escapes a path or reason, because it contains keys of the file. */
function printable(text: string): string {
  return forTerminal(text.slice(0, MAX_PRINTED_LENGTH));
}
