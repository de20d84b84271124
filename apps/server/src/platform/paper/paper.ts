import PDFDocument from 'pdfkit';
import { fonts, printable, type Weight, weightFor } from './fonts.ts';

export type Paper = typeof PDFDocument.prototype;
/** A tag of the PDF's structure, for screen readers. */
export type Tag = ReturnType<Paper['struct']>;

/** Metadata. pdfkit derives the file's id from them, so that the same facts give the same bytes. */
interface PaperFacts {
  /** Title without personal names, because viewers show it outside of the page. */
  readonly title: string;
  readonly subject: string;
  readonly date: Date;
  readonly keywords?: string;
}

/** An empty paper: Letter, PDF/UA, in Mexican Spanish. */
export function openPaper({ title, subject, date, keywords }: PaperFacts): Paper {
  const paper = new PDFDocument({
    size: 'LETTER',
    margin: 0,
    pdfVersion: '1.7',
    // ISO 14289. The library's types lack it.
    subset: 'PDF/UA' as 'PDF/A-2a',
    tagged: true,
    lang: 'es-MX',
    displayTitle: true,
    bufferPages: true,
    // pdfkit's default font is not embedded, and a font given here would be parsed again for each text.
    font: null as unknown as string,
    info: {
      Title: title,
      Subject: subject,
      Author: 'Simiente',
      Creator: 'Simiente',
      Producer: 'Simiente',
      CreationDate: date,
      ModDate: date,
      ...(keywords !== undefined && { Keywords: keywords }),
    },
  });
  for (const [weight, font] of Object.entries(fonts)) paper.registerFont(weight, font);
  return paper;
}

export function finishPaper(paper: Paper, draw: () => void): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  paper.on('data', (chunk: Buffer) => chunks.push(chunk));
  paper.on('end', () => resolve(Buffer.concat(chunks)));
  paper.on('error', reject);
  draw();
  paper.end();
  return promise;
}

/** Points on a page of Letter, the paper size of Mexico. */
export const LEFT = 54;
export const RIGHT = 558;
export const TOP = 54;
export const WIDTH = RIGHT - LEFT;
/** Lower end of the content, above the footer. */
export const BOTTOM = 722;
export const FOOTER = 744;

export const colors = {
  ink: '#15211D',
  inkSoft: '#4C4A45',
  inkFaint: '#66635D',
  hairline: '#DBD8D3',
  pine: '#1C584C',
  pineGround: '#EEF7F4',
  clay: '#E09375',
  inset: '#F3F2EE',
  amber: '#5D3C00',
  amberGround: '#F5EAD9',
  red: '#762221',
  redGround: '#FFE3E0',
} as const;

export interface TextStyle {
  readonly size: number;
  readonly weight?: Weight;
  readonly color?: string;
  readonly align?: 'left' | 'right';
  /** Maximum lines; a longer text ends in an ellipsis. */
  readonly maxLines?: number;
}

const LINE_GAP = 2;

/**
 * Writes a text within a width.
 * @returns its height
 */
export function write(
  paper: Paper,
  text: string,
  at: { readonly x: number; readonly y: number; readonly width: number },
  style: TextStyle,
): number {
  const { size, weight, color = colors.ink, align = 'left' } = style;
  const height = measure(paper, text, at.width, style);
  paper
    .fillColor(color)
    .fontSize(size)
    .text(printable(text, weight), at.x, at.y, {
      width: at.width,
      // The measured height with some tolerance for rounding.
      height: height + 1,
      align,
      lineGap: LINE_GAP,
      ellipsis: true,
    });
  return height;
}

export function measure(
  paper: Paper,
  text: string,
  width: number,
  { size, weight = 'regular', maxLines = 1 }: TextStyle,
): number {
  paper.font(weight).fontSize(size);
  const line = paper.currentLineHeight(true) + LINE_GAP;
  const full = paper.heightOfString(printable(text, weight), { width, lineGap: LINE_GAP });
  return Math.min(full, line * maxLines);
}

export function rule(
  paper: Paper,
  y: number,
  { from = LEFT, to = RIGHT, color = colors.hairline as string, thick = 0.7 } = {},
): void {
  paper.moveTo(from, y).lineTo(to, y).lineWidth(thick).strokeColor(color).stroke();
}

/** Draws tagged content; `words` replace it for screen readers. */
export function tagged(
  paper: Paper,
  parent: Tag,
  tag: string,
  draw: () => void,
  words: { readonly alt?: string; readonly actual?: string } = {},
): void {
  parent.add(paper.struct(tag, words, draw));
}

/** Draws content that screen readers skip: lines, the footer. */
export function decorate(
  paper: Paper,
  draw: () => void,
  type: 'Layout' | 'Pagination' = 'Layout',
): void {
  paper.markContent('Artifact', { type });
  draw();
  paper.endMarkedContent();
}

/** The product's mark, two leaves, and its name. */
export function drawBrand(paper: Paper, x: number, y: number): void {
  paper
    .save()
    .translate(x - 2, y - 1)
    .scale(0.6);
  paper.path('M12 12C12 17.5 8 21 3 21C3 16 6.5 12 12 12Z').fill(colors.pine);
  paper.path('M12 12C12 6.5 16 3 21 3C21 8 17.5 12 12 12Z').fill(colors.clay);
  paper.restore();
  write(
    paper,
    'Simiente',
    { x: x + 15, y: y + 2, width: 120 },
    { size: 9, weight: 'bold', color: colors.inkSoft },
  );
}

export function drawParagraph(
  paper: Paper,
  parent: Tag,
  text: string,
  at: Parameters<typeof write>[2],
  style: TextStyle,
): number {
  let height = 0;
  tagged(paper, parent, 'P', () => {
    height = write(paper, text, at, style);
  });
  return height;
}

/** Draws the footer of each page: the product, a subject (shortened if it is too long), and a text of the paper. */
export function drawFooters(
  paper: Paper,
  toText: (page: number, count: number) => string,
  { subject = '', color = colors.inkFaint as string } = {},
): void {
  const { count } = paper.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    paper.switchToPage(page);
    decorate(
      paper,
      () => {
        rule(paper, FOOTER - 10);
        drawBrand(paper, LEFT, FOOTER - 2);
        const text = toText(page + 1, count);
        const style = { size: 8.5, color, align: 'right' } as const;
        const at = { x: LEFT + 90, y: FOOTER, width: WIDTH - 90 };
        write(paper, text, at, { ...style, weight: 'regular' });
        const width = at.width - paper.widthOfString(text) - 3;
        write(
          paper,
          subject,
          { ...at, width },
          { ...style, weight: weightFor(subject, 'regular') },
        );
      },
      'Pagination',
    );
  }
}
