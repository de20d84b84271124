import { bind, type Cursor, keepTogether, PAGE_HEIGHT, startPage } from './flow.ts';
import { weightFor } from './fonts.ts';
import {
  BOTTOM,
  colors,
  decorate,
  LEFT,
  measure,
  type Paper,
  rule,
  type Tag,
  type TextStyle,
  tagged,
  WIDTH,
  write,
} from './paper.ts';

interface Cell {
  readonly text: string;
  readonly x: number;
  readonly width: number;
  readonly style: TextStyle;
  /** Distance in points from the padding at the top of the row. Without it, the text is vertically centred. */
  readonly topOffset?: number;
}

export interface Row {
  /** The first cell is the row's heading. */
  readonly cells: readonly Cell[];
  /** Draws graphics around the middle of the row; screen readers skip them. */
  readonly draw?: (paper: Paper, middle: number) => void;
}

interface Table {
  readonly title: string;
  /** Beside the title, in small letters. */
  readonly note: string;
  readonly header: Row;
  readonly rows: readonly Row[];
  /** Text beneath the last row, on its page. */
  readonly footer?: {
    readonly height: number;
    readonly draw: (paper: Paper, parent: Tag, y: number) => void;
  };
}

const PADDING = 4.5;
const MIN_ROW_HEIGHT = 23;
const TITLE_SIZE = 12.5;
const MAX_LINES = 400;

export const cellStyle = (text: string, style: TextStyle): TextStyle => ({
  maxLines: MAX_LINES,
  ...style,
  weight: weightFor(text, style.weight ?? 'regular'),
});

/**
 * A table with its title. It stays on one page unless more than a third of the page before it would be empty; otherwise
 * it breaks between rows and repeats its header. A row longer than a page ends in an ellipsis, so longer texts are printed
 * outside of tables.
 */
export function drawTable(
  cursor: Cursor,
  parent: Tag,
  { title, note, header, rows, footer }: Table,
): void {
  const { paper } = cursor;
  const heights = rows.map((row) => measureRow(paper, row));
  const headerHeight = measureRow(paper, header);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const footerHeight = footer?.height ?? 0;
  const above = 2 * TITLE_SIZE + 8 + headerHeight;
  const complete = above + sum(heights) + footerHeight;
  const isMoved = complete < PAGE_HEIGHT && BOTTOM - cursor.y < PAGE_HEIGHT / 3;
  // A broken table begins with at least two rows.
  keepTogether(cursor, isMoved ? complete : above + sum(heights.slice(0, 2)));
  drawTitle(cursor, parent, title, note);
  decorate(paper, () => rule(paper, cursor.y));
  const table = paper.struct('Table');
  parent.add(table);
  drawRow(cursor, table, header, headerHeight, 'Column');
  for (const [index, row] of rows.entries()) {
    const height = heights[index] ?? 0;
    // The last two rows and the footer stay together.
    const below = index < rows.length - 2 ? 0 : sum(heights.slice(index + 1)) + footerHeight;
    if (cursor.y + height + below > BOTTOM) {
      startPage(cursor);
      decorate(paper, () => drawCells(cursor, header, headerHeight), 'Pagination');
    }
    drawRow(cursor, table, row, height, 'Row');
  }
  table.end();
  if (footer) {
    footer.draw(paper, parent, cursor.y);
    cursor.y += footerHeight;
  }
}

/** Draws a heading. The caller keeps it on one page with its content. */
export function drawTitle(cursor: Cursor, parent: Tag, title: string, note = ''): void {
  const { paper } = cursor;
  cursor.y += 14;
  const style = cellStyle(title, { size: TITLE_SIZE, weight: 'bold' });
  paper.font(style.weight ?? 'bold').fontSize(TITLE_SIZE);
  const x = LEFT + Math.min(WIDTH / 2, paper.widthOfString(title)) + 9;
  const at = { x: LEFT, y: cursor.y, width: WIDTH / 2 };
  let height = 0;
  tagged(paper, parent, 'H2', () => {
    height = write(paper, title, { ...at, width: note === '' ? WIDTH : at.width }, style);
  });
  const small = cellStyle(note, { size: 8.5, color: colors.inkFaint, maxLines: 3 });
  if (note !== '') {
    tagged(paper, parent, 'P', () => {
      const beside = { x, y: cursor.y + 3.8, width: LEFT + WIDTH - x };
      height = Math.max(height, 3.8 + write(paper, note, beside, small));
    });
  }
  cursor.y += height + 4;
}

const cellHeight = (paper: Paper, { text, width, style, topOffset }: Cell) =>
  (topOffset === undefined ? 0 : PADDING + topOffset) + measure(paper, bind(text), width, style);

/** The minimum height has space for one line, or nearly for two small ones. */
const measureRow = (paper: Paper, { cells }: Row) => {
  const tallest = Math.max(0, ...cells.map((cell) => cellHeight(paper, cell)));
  return Math.max(MIN_ROW_HEIGHT, Math.min(PAGE_HEIGHT - 60, tallest) + PADDING);
};

function drawRow(
  cursor: Cursor,
  table: Tag,
  row: Row,
  height: number,
  scope: 'Row' | 'Column',
): void {
  const { paper } = cursor;
  const line = paper.struct('TR');
  table.add(line);
  for (const [index, cell] of row.cells.entries()) {
    const isHeader = scope === 'Column' || index === 0;
    const tag = isHeader ? paper.struct('TH', { scope } as object) : paper.struct('TD');
    line.add(tag);
    tag.add(() => writeCell(cursor, cell, height));
    tag.end();
  }
  line.end();
  decorate(paper, () => {
    row.draw?.(paper, cursor.y + height / 2);
    rule(paper, cursor.y + height);
  });
  cursor.y += height;
}

function drawCells(cursor: Cursor, row: Row, height: number): void {
  for (const cell of row.cells) writeCell(cursor, cell, height);
  row.draw?.(cursor.paper, cursor.y + height / 2);
  rule(cursor.paper, cursor.y + height);
  cursor.y += height;
}

function writeCell({ paper, y }: Cursor, cell: Cell, height: number): void {
  const { text, x, width, style, topOffset } = cell;
  const textHeight = measure(paper, bind(text), width, style);
  const top = topOffset === undefined ? (height - textHeight) / 2 + 0.5 : PADDING + topOffset;
  write(paper, bind(text), { x, y: y + top, width }, style);
}
