import { forTerminal } from '../../platform/terminal-text.ts';
import {
  type FindingList,
  type ImportReport,
  type RemovedDemoReport,
  sumTallies,
  type Tally,
} from './findings.ts';
import { importKinds, kindTitles } from './kinds.ts';

const columns = [
  ['read', 'leídos'],
  ['created', 'creados'],
  ['updated', 'actualizados'],
  ['unchanged', 'sin cambios'],
  ['kept', 'conservados'],
  ['rejected', 'rechazados'],
] as const satisfies readonly [keyof Tally, string][];

const numbers = new Intl.NumberFormat('es-MX');

/** The report as text for the operator. */
export function formatReport(report: ImportReport): string {
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
  const changed = edited === 0 ? '' : `, de ellos ${count(edited)} que el personal había cambiado`;
  const left = filesLeft === 0 ? '' : `\nArchivos que no se pudieron borrar: ${count(filesLeft)}.`;
  return `Se quitaron los datos de demostración: ${count(records)} registros${changed}.${left}`;
}

function formatTable(tallies: ImportReport['tallies']): string {
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
  return [title, ...columns.map(([name]) => count(tally[name]))];
}

function formatList(title: string, { listed, total }: FindingList): string[] {
  if (total === 0) return [];
  const rest = total - listed.length;
  return [
    [
      `${title} (${count(total)}):`,
      ...listed.map(({ path, reason }) => `  ${printable(path)}: ${printable(reason)}`),
      ...(rest > 0 ? [`  … y ${count(rest)} más`] : []),
    ].join('\n'),
  ];
}

function formatIgnored(ignored: ImportReport['ignored']): string[] {
  if (ignored.size === 0) return [];
  const lines = [...ignored].map(([name, times]) => `  ${printable(name)} (${count(times)})`);
  return [['Campos que Simiente no tiene, y no se importaron:', ...lines].join('\n')];
}

function count(number: number): string {
  return numbers.format(number);
}

const LONGEST_PRINTED = 300;

/** Places and reasons quote keys of the file, which are external input. */
function printable(text: string): string {
  return forTerminal(text.slice(0, LONGEST_PRINTED));
}
