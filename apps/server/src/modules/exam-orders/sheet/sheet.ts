import { formatFolio } from '@simiente/contract/exam-orders';
import PDFDocument from 'pdfkit';
import { fonts } from './fonts.ts';
import type { OrderSheet } from './order-sheet.ts';
import { BOTTOM, type Paper, TOP } from './paper.ts';
import { CLOSING_HEIGHT, drawClosing, drawFacts, drawFeet, drawHead } from './parts.ts';
import { drawStudies } from './studies.ts';

/**
 * The sheet of an order that a patient takes to a branch: Letter, tagged for screen readers, with as
 * many pages as needed, and the same bytes for the same order.
 */
export async function makeSheet(sheet: OrderSheet): Promise<Buffer> {
  const title = `Orden de examen ${formatFolio(sheet.folio)}`;
  const paper = new PDFDocument({
    size: 'LETTER',
    margin: 0,
    pdfVersion: '1.7',
    // ISO 14289 (PDF/UA), which the library supports and its types lack.
    subset: 'PDF/UA' as 'PDF/A-2a',
    tagged: true,
    lang: 'es-MX',
    displayTitle: true,
    bufferPages: true,
    // The library's default font is not embedded.
    font: fonts.regular as unknown as string,
    // Fixed values, since the file's id is made from them. The title has no name, because viewers show
    // it outside of the page.
    info: {
      Title: title,
      Subject: 'Orden de examen',
      Author: 'Simiente',
      Creator: 'Simiente',
      Producer: 'Simiente',
      CreationDate: sheet.createdAt,
      ModDate: sheet.createdAt,
    },
  });
  for (const [weight, font] of Object.entries(fonts)) paper.registerFont(weight, font);
  const finished = collect(paper);
  draw(paper, sheet);
  paper.end();
  return finished;
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
  drawFeet(paper, sheet);
}

function collect(paper: Paper): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  paper.on('data', (chunk: Buffer) => chunks.push(chunk));
  paper.on('end', () => resolve(Buffer.concat(chunks)));
  paper.on('error', reject);
  return promise;
}
