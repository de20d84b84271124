import { formatFolio } from '@simiente/contract/exam-orders/calls';
import {
  BOTTOM,
  colors,
  decorate,
  finishPaper,
  LEFT,
  measure,
  openPaper,
  type Paper,
  rule,
  type Tag,
  TOP,
  tagged,
  WIDTH,
  write,
} from '../../../platform/paper/paper.ts';
import {
  CLOSING_HEIGHT,
  drawClosing,
  drawFacts,
  drawHead,
  drawOrderFeet,
  type OrderSheet,
} from './parts.ts';

/**
 * The sheet of an order that a patient takes to a branch: Letter, tagged for screen readers, with as
 * many pages as needed, and the same bytes for the same order.
 */
export async function makeSheet(sheet: OrderSheet): Promise<Buffer> {
  const title = `Orden de examen ${formatFolio(sheet.folio)}`;
  const paper = openPaper({ title, subject: 'Orden de examen', date: sheet.createdAt });
  return finishPaper(paper, () => draw(paper, sheet));
}

function draw(paper: Paper, sheet: OrderSheet): void {
  const whole = paper.struct('Document');
  paper.addStructure(whole);
  let y = drawHead(paper, whole, sheet, TOP);
  y = drawFacts(paper, whole, sheet, y);
  y = drawStudies(paper, whole, sheet.exams, y);
  if (y + CLOSING_HEIGHT > BOTTOM) {
    paper.addPage();
    y = TOP;
  }
  drawClosing(paper, whole, y);
  whole.end();
  drawOrderFeet(paper, sheet);
}

const style = { size: 11, weight: 'medium', most: 6 } as const;
const INDENT = 26;
/** Space around an exam; reduced when they would not fit on the page. */
const PADDING = { few: 6, many: 2.5 };
const MANY = 9;
const BOX = 10;

/**
 * The list of exams, on as many pages as needed.
 * @returns where it ends
 */
function drawStudies(paper: Paper, whole: Tag, exams: readonly string[], top: number): number {
  const heading =
    exams.length === 1 ? 'Estudio solicitado' : `${exams.length} estudios solicitados`;
  let y = top + 16;
  tagged(paper, whole, 'H2', () => {
    y += write(paper, heading, { x: LEFT, y, width: WIDTH }, { size: 13, weight: 'bold' });
  });
  y += 6;
  decorate(paper, () => rule(paper, y));
  const padding = exams.length > MANY ? PADDING.many : PADDING.few;
  const list = paper.struct('L');
  whole.add(list);
  for (const exam of exams) {
    const height = measure(paper, exam, WIDTH - INDENT, style) + 2 * padding;
    if (y + height > BOTTOM) {
      paper.addPage();
      y = TOP;
    }
    drawStudy(paper, list, exam, y + padding);
    y += height;
    decorate(paper, () => rule(paper, y));
  }
  list.end();
  return y;
}

/** An exam, and a box for the branch to tick. */
function drawStudy(paper: Paper, list: Tag, exam: string, y: number): void {
  decorate(paper, () => {
    paper
      .roundedRect(LEFT + 2, y + 1.5, BOX, BOX, 2)
      .lineWidth(1)
      .strokeColor(colors.pine)
      .stroke();
  });
  const item = paper.struct('LI');
  list.add(item);
  tagged(paper, item, 'LBody', () => {
    write(paper, exam, { x: LEFT + INDENT, y, width: WIDTH - INDENT }, style);
  });
  item.end();
}
