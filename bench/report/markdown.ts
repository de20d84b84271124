import type { Findings, Row } from '../figures/row.ts';

const HEADERS = ['qué', 'meta', 'medido', '', 'nota'] as const;

/** A table of what a part found, as Markdown. */
export function tableOf({ title, rows, plots = [] }: Findings): string {
  const lines = [HEADERS, HEADERS.map(() => '---'), ...rows.map(cellsOf)];
  const table = lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  const pictures = plots.map(({ file, title: says }) => `![${says}](${file})`);
  return [`## ${title}`, table, ...pictures].join('\n\n');
}

function cellsOf({ name, target, measured, reached, note }: Row): string[] {
  const mark = reached === null ? '' : reached ? '✔' : '✘';
  return [name, target, measured, mark, note].map((cell) => cell.replaceAll('|', '\\|'));
}

/** The whole document. */
export function documentOf(about: readonly string[], findings: readonly Findings[]): string {
  const rows = findings.flatMap((part) => part.rows);
  const judged = rows.filter(({ reached }) => reached !== null);
  const reached = judged.filter((row) => row.reached).length;
  return [
    '# Mediciones',
    about.map((line) => `- ${line}`).join('\n'),
    `Metas alcanzadas: ${reached} de ${judged.length}. Sin marca: no se juzga a ese tamaño, o la nota dice por qué. Lo que no se alcanza, por qué y qué haría falta: [docs/scale.md](../docs/scale.md#lo-que-no-se-alcanza).`,
    ...findings.map(tableOf),
    '',
  ].join('\n\n');
}
