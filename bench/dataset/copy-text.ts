/** Type of a cell before PostgreSQL reads it. */
export type Cell = string | number | boolean | null | readonly string[] | Readonly<object>;

const SPECIAL = /[\\\n\r\t]/g;
const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/** A row in the text format of COPY: an array has PostgreSQL's format, any other object is JSON. */
export function copyLine(cells: readonly Cell[]): string {
  return `${cells.map(copyCell).join('\t')}\n`;
}

function copyCell(cell: Cell): string {
  if (cell === null) return '\\N';
  if (typeof cell === 'string') return escapeText(cell);
  if (typeof cell === 'object') {
    return escapeText(Array.isArray(cell) ? arrayLiteral(cell) : JSON.stringify(cell));
  }
  return String(cell);
}

function escapeText(text: string): string {
  return text.replace(SPECIAL, (character) => ESCAPES[character] ?? character);
}

function arrayLiteral(items: readonly string[]): string {
  return `{${items.map((item) => `"${item.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`;
}
