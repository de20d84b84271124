import type { Findings, Row } from '../measurements/row.ts';

/** A part's findings, as a Markdown table. */
export function formatTable({ title, rows }: Findings): string {
  const headers = ['what', 'target', 'measured', '', 'note'];
  const lines = [headers, headers.map(() => '---'), ...rows.map(toCells)];
  const table = lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  return `## ${title}\n\n${table}`;
}

function toCells({ name, target, measured, reached, note }: Row): string[] {
  const mark = reached === null ? '' : reached ? '✔' : '✘';
  return [name, target, measured, mark, note].map((cell) => cell.replaceAll('|', '\\|'));
}

export function formatDocument(about: readonly string[], findings: readonly Findings[]): string {
  const rows = findings.flatMap((part) => part.rows);
  const withTarget = rows.filter(({ reached }) => reached !== null);
  const reached = withTarget.filter((row) => row.reached).length;
  return [
    '# Measurements',
    about.map((line) => `- ${line}`).join('\n'),
    `Targets reached: ${reached} of ${withTarget.length}. No mark: no target at that size, or the note says why. What is not reached, why, and what it would take: [docs/performance.md](../docs/performance.md#what-is-not-reached).`,
    ...findings.map(formatTable),
    '',
  ].join('\n\n');
}
