import {
  BOTTOM,
  colors,
  decorate,
  LEFT,
  measure,
  type Paper,
  rule,
  type Tag,
  TOP,
  tagged,
  WIDTH,
  write,
} from './paper.ts';

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
export function drawStudies(
  paper: Paper,
  whole: Tag,
  exams: readonly string[],
  top: number,
): number {
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
