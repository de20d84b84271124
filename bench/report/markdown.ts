import type { Findings, Row } from '../figures/row.ts';

const HEADERS = ['what', 'target', 'measured', '', 'note'] as const;

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
    '# Measurements',
    about.map((line) => `- ${line}`).join('\n'),
    `Targets reached: ${reached} of ${judged.length}. No mark: not judged at that size, or the note says why. What is not reached, why, and what it would take: [docs/scale.md](../docs/scale.md#what-is-not-reached).`,
    ...findings.map(tableOf),
    '',
  ].join('\n\n');
}
