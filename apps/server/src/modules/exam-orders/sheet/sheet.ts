import { formatFolio } from '@simiente/contract/exam-orders/calls';
import {
  BOTTOM,
  colors,
  decorate,
  drawFooters,
  drawParagraph,
  finishPaper,
  LEFT,
  measure,
  openPaper,
  type Paper,
  RIGHT,
  rule,
  type Tag,
  type TextStyle,
  TOP,
  tagged,
  WIDTH,
  write,
} from '../../../platform/paper/paper.ts';

const TITLE = 'Orden de examen';
/** Points: the areas of the partner's logo on the left, and of the order's number on the right. */
const LOGO = { width: 220, height: 54 };
const NUMBER_WIDTH = 220;

/**
 * Draws the header: the laboratory on the left, the order's number on the right.
 * @returns the y coordinate of its end, in points
 */
function drawHeader(paper: Paper, document: Tag, sheet: OrderSheet, top: number): number {
  const partnerEnd = drawPartner(paper, document, sheet, top);
  const at = { x: RIGHT - NUMBER_WIDTH, width: NUMBER_WIDTH };
  const folio = formatFolio(sheet.folio);
  const drawTitle = () => {
    write(
      paper,
      TITLE,
      { ...at, y: top },
      { size: 10, weight: 'medium', color: colors.pine, align: 'right' },
    );
    write(paper, folio, { ...at, y: top + 13 }, { size: 24, weight: 'bold', align: 'right' });
  };
  tagged(paper, document, 'H1', drawTitle, { actual: `${TITLE} ${folio}` });
  const soft: TextStyle = { size: 10, color: colors.inkSoft, align: 'right' };
  const { createdAt, timeZone } = sheet;
  const day = new Intl.DateTimeFormat('es-MX', { dateStyle: 'long', timeZone }).format(createdAt);
  drawParagraph(paper, document, day, { ...at, y: top + 44 }, soft);
  const end = Math.max(partnerEnd, top + 58) + 14;
  decorate(paper, () => rule(paper, end, { color: colors.pine, thick: 1.5 }));
  return end;
}

function drawPartner(
  paper: Paper,
  document: Tag,
  { logo, partnerName }: OrderSheet,
  top: number,
): number {
  if (logo !== null) {
    const place = { fit: [LOGO.width, LOGO.height] as [number, number], valign: 'center' as const };
    const alt = `Logotipo de ${partnerName}`;
    tagged(paper, document, 'Figure', () => paper.image(logo, LEFT, top, place), { alt });
    return top + LOGO.height;
  }
  const width = WIDTH - NUMBER_WIDTH - 24;
  const style: TextStyle = { size: partnerName.length > 60 ? 12 : 18, weight: 'bold', maxLines: 5 };
  const height = measure(paper, partnerName, width, style);
  const y = top + Math.max(0, (LOGO.height - height) / 2);
  drawParagraph(paper, document, partnerName, { x: LEFT, y, width }, style);
  return y + height;
}

const LABEL_WIDTH = 96;

/** Draws the facts of patient and branch. @returns the y coordinate of their end */
function drawFacts(paper: Paper, document: Tag, sheet: OrderSheet, top: number): number {
  const { patientName, partnerName, branchName, address, phone } = sheet;
  const isLong = patientName.length > 60;
  const facts: readonly (readonly [string, string | null, TextStyle])[] = [
    ['Paciente', patientName, { size: isLong ? 11 : 15, weight: 'bold', maxLines: 8 }],
    ['Lugar', partnerName, { size: 11, weight: 'bold', maxLines: 6 }],
    ['Sucursal', branchName, { size: 11, weight: 'medium', maxLines: 6 }],
    ['Dirección', address, { size: 11, color: colors.inkSoft, maxLines: 6 }],
    ['Teléfono', phone, { size: 11, color: colors.inkSoft, maxLines: 2 }],
  ];
  let y = top + 18;
  const list = paper.struct('L');
  document.add(list);
  for (const [label, value, style] of facts) {
    if (value === null || value.trim() === '') continue;
    const item = paper.struct('LI');
    list.add(item);
    tagged(paper, item, 'Lbl', () => {
      // The label has the baseline of the value, whose font may be larger.
      const at = { x: LEFT, y: y + style.size - 10, width: LABEL_WIDTH };
      write(paper, label, at, { size: 10, color: colors.inkFaint });
    });
    tagged(paper, item, 'LBody', () => {
      const at = { x: LEFT + LABEL_WIDTH, y, width: WIDTH - LABEL_WIDTH };
      y += write(paper, value, at, style);
    });
    item.end();
    y += label === 'Paciente' ? 12 : 5;
  }
  list.end();
  return y;
}

/** Minimum height in points of the end of the sheet: the note to the patient, and the area to sign. */
const CLOSING_HEIGHT = 112;

/** The note to the patient, and the line for the signature at the bottom of the page. */
function drawClosing(paper: Paper, document: Tag, top: number): void {
  drawParagraph(
    paper,
    document,
    'Presenta esta orden en la sucursal. Antes de acudir, confirma por teléfono el horario y la preparación que requiere cada estudio.',
    { x: LEFT, y: top + 12, width: WIDTH },
    { size: 10, color: colors.inkSoft, maxLines: 3 },
  );
  const y = BOTTOM - 26;
  const places = [
    { text: 'Nombre y firma del solicitante', x: LEFT, width: 290 },
    { text: 'Cédula profesional', x: RIGHT - 184, width: 184 },
  ];
  for (const { text, x, width } of places) {
    decorate(paper, () => rule(paper, y, { from: x, to: x + width, color: colors.inkFaint }));
    drawParagraph(
      paper,
      document,
      text,
      { x, y: y + 6, width },
      { size: 9, color: colors.inkFaint },
    );
  }
}

export interface OrderSheet {
  readonly folio: number;
  readonly createdAt: Date;
  readonly timeZone: string;
  readonly patientName: string;
  readonly partnerName: string;
  readonly branchName: string;
  readonly address: string | null;
  readonly phone: string | null;
  readonly exams: readonly string[];
  /** A PNG; without a logo the partner's name is printed instead. */
  readonly logo: Buffer | null;
}

/**
 * Makes the PDF of an order that a patient takes to a branch: in Letter size, tagged for screen readers, and with the
 * same bytes for the same order.
 */
export async function makeSheet(sheet: OrderSheet): Promise<Buffer> {
  const title = `${TITLE} ${formatFolio(sheet.folio)}`;
  const paper = openPaper({ title, subject: TITLE, date: sheet.createdAt });
  return finishPaper(paper, () => draw(paper, sheet));
}

function draw(paper: Paper, sheet: OrderSheet): void {
  const document = paper.struct('Document');
  paper.addStructure(document);
  let y = drawHeader(paper, document, sheet, TOP);
  y = drawFacts(paper, document, sheet, y);
  y = drawStudies(paper, document, sheet.exams, y);
  if (y + CLOSING_HEIGHT > BOTTOM) {
    paper.addPage();
    y = TOP;
  }
  drawClosing(paper, document, y);
  document.end();
  const folio = formatFolio(sheet.folio);
  drawFooters(paper, (page, count) => folio + (count === 1 ? '' : ` · Página ${page} de ${count}`));
}

const studyStyle = { size: 11, weight: 'medium', maxLines: 6 } as const;
const INDENT = 26;
/** Points above and below an exam; fewer if there are more than `MANY` exams, so that they fit on the page. */
const PADDING = { few: 6, many: 2.5 };
const MANY = 9;
/** Side in points of the box to tick. */
const BOX = 10;

/** Draws the list of exams, on as many pages as needed. @returns the y coordinate of its end */
function drawStudies(paper: Paper, document: Tag, exams: readonly string[], top: number): number {
  const heading =
    exams.length === 1 ? 'Estudio solicitado' : `${exams.length} estudios solicitados`;
  let y = top + 16;
  tagged(paper, document, 'H2', () => {
    y += write(paper, heading, { x: LEFT, y, width: WIDTH }, { size: 13, weight: 'bold' });
  });
  y += 6;
  decorate(paper, () => rule(paper, y));
  const padding = exams.length > MANY ? PADDING.many : PADDING.few;
  const list = paper.struct('L');
  document.add(list);
  for (const exam of exams) {
    const height = measure(paper, exam, WIDTH - INDENT, studyStyle) + 2 * padding;
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
    write(paper, exam, { x: LEFT + INDENT, y, width: WIDTH - INDENT }, studyStyle);
  });
  item.end();
}
