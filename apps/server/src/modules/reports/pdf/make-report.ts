import type { SentenceAuthor } from '@simiente/contract/reports/authorship';
import type { Preparation } from '@simiente/contract/reports/states';
import type { VersionSentence } from '@simiente/contract/reports/version';
import encodeQR from 'qr';
import type { PdfCertificate } from '../../../platform/paper/certificate.ts';
import {
  breakLines,
  type Cursor,
  flow,
  keepTogether,
  linesHeight,
  type Mark,
  type Piece,
  UNBROKEN_LINES,
} from '../../../platform/paper/flow.ts';
import { readWideFont, type Weight, weightFor } from '../../../platform/paper/fonts.ts';
import {
  BOTTOM,
  colors,
  decorate,
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
import { cellStyle, drawTitle } from '../../../platform/paper/table.ts';
import { SUMMARY_HEADING } from '../drafting/write-draft.ts';
import { drawHeader, drawPageHeaders, drawPatient, drawReportFooters, drawState } from './frame.ts';
import { describePreparation, formatSignatureTime, type ReportPaper } from './report-paper.ts';
import { drawResults } from './results.ts';

/**
 * The PDF of a signed version: Letter, tagged for screen readers, with as many pages as needed. The same content
 * and certificate give the same bytes.
 * @param certificate signs the file; null for a file without a signature
 */
export async function makeReportPdf(
  report: ReportPaper,
  certificate: PdfCertificate | null = null,
): Promise<Buffer> {
  // A certificate cannot have signed before it was issued.
  const at = new Date(Math.max(report.signedAt.getTime(), certificate?.validFrom.getTime() ?? 0));
  // The library is large, so it is loaded only with a certificate.
  const signing = certificate && (await import('../../../platform/paper/sign-paper.ts'));
  const paper = openPaper({
    title: `${report.title}, versión ${report.number}`,
    subject: report.subtitle,
    date: report.signedAt,
    // Part of the file's id, because a superseded copy is a different file.
    keywords: `${report.verifyUrl.split('/').at(-1)} ${report.state.is}`,
  });
  paper.registerFont('wide' satisfies Weight, readWideFont());
  const pdf = await finishPaper(paper, () => {
    const root = paper.struct('Document');
    paper.addStructure(root);
    const cursor: Cursor = { paper, y: drawHeader(paper, root, report, TOP) };
    cursor.y = drawState(paper, root, report, cursor.y);
    cursor.y = drawPatient(paper, root, report, cursor.y);
    const text = readText(report);
    drawSummary(cursor, root, text);
    drawResults(cursor, root, report.results, report.timeZone);
    drawText(cursor, root, text);
    drawAuthorship(cursor, root, report);
    drawSignature(cursor, root, report);
    if (certificate) signing?.addSignatureField(paper, root, certificate, at);
    root.end();
    drawPageHeaders(paper, report);
    drawReportFooters(paper, report);
  });
  return certificate && signing ? signing.signPaper(pdf, certificate) : pdf;
}

/** Marks of sentences that the signer did not write. */
const marks: Readonly<Record<Preparation, Partial<Record<SentenceAuthor, Mark>>>> = {
  ia: {
    ia: { sign: 'IA', meaning: 'frase de la inteligencia artificial, sin cambios' },
    ia_editada: { sign: 'E', meaning: 'frase editada en la revisión' },
  },
  reglas: {
    ia: { sign: 'R', meaning: 'frase del borrador automático, sin cambios' },
    ia_editada: { sign: 'E', meaning: 'frase editada en la revisión' },
  },
};

const BODY = { size: 10.5 };
/** Longer lines are tiring to read. */
const BODY_WIDTH = 456;
const SUMMARY_PADDING = 12;

interface Text {
  readonly summary: Paragraph | undefined;
  readonly paragraphs: readonly Paragraph[];
  readonly style: { readonly size: number; readonly weight: Weight };
}
type Paragraph = readonly Piece[];

/** The signed text, each sentence with the mark of its author. */
function readText({ sentences, preparedWith }: ReportPaper): Text {
  const weight = weightFor(sentences.map(({ text }) => text).join(' '), 'regular');
  const byAuthor = marks[preparedWith ?? 'ia'];
  const paragraphs = splitParagraphs(sentences).map(
    (runs): Paragraph => runs.map(({ author, text }) => ({ text, mark: byAuthor[author] })),
  );
  const [first, summary] = paragraphs;
  const hasSummary =
    summary !== undefined && first?.length === 1 && first[0]?.text === SUMMARY_HEADING;
  return {
    summary: hasSummary ? summary : undefined,
    paragraphs: hasSummary ? paragraphs.slice(2) : paragraphs,
    style: { ...BODY, weight },
  };
}

function drawSummary(cursor: Cursor, root: Tag, { summary, style }: Text): void {
  if (summary === undefined) return;
  const { paper } = cursor;
  const lines = breakLines(paper, summary, WIDTH - 2 * SUMMARY_PADDING, style);
  const height = linesHeight(lines, style.size) + 2 * SUMMARY_PADDING + 12;
  cursor.y += 11;
  const keptHeight = linesHeight(lines.slice(0, UNBROKEN_LINES), style.size) + SUMMARY_PADDING + 12;
  keepTogether(cursor, Math.min(height, keptHeight));
  if (cursor.y + height <= BOTTOM) {
    decorate(paper, () =>
      paper.roundedRect(LEFT, cursor.y, WIDTH, height, 6).fill(colors.pineGround),
    );
  }
  cursor.y += SUMMARY_PADDING - 2;
  tagged(paper, root, 'H2', () => {
    const at = { x: LEFT + SUMMARY_PADDING, y: cursor.y, width: WIDTH };
    write(paper, SUMMARY_HEADING, at, { size: 9.5, weight: 'medium', color: colors.pine });
  });
  cursor.y += 16;
  flow(cursor, root, lines, LEFT + SUMMARY_PADDING, style);
  cursor.y += SUMMARY_PADDING - 6;
}

function drawText(cursor: Cursor, root: Tag, { paragraphs, style }: Text): void {
  const { paper } = cursor;
  const broken = paragraphs.map((pieces) => breakLines(paper, pieces, BODY_WIDTH, style));
  const measureLines = (lines: (typeof broken)[number]) =>
    linesHeight(lines.slice(0, UNBROKEN_LINES), style.size) + 8;
  const body = paper.struct('Sect');
  root.add(body);
  for (const [index, lines] of broken.entries()) {
    const next = broken[index + 1];
    // A heading stays on the page of its paragraph.
    const nextHeight = lines.length === 1 && next ? measureLines(next) : 0;
    const height = measureLines(lines) + (next ? nextHeight : SIGNATURE);
    if (index === 0) {
      keepTogether(cursor, height + 38);
      drawTitle(cursor, body, 'Interpretación');
    }
    keepTogether(cursor, height);
    flow(cursor, body, lines, LEFT, style);
    cursor.y += 8;
  }
  body.end();
}

/** Height in points of authorship and signature, which stay with the end of the text. */
const SIGNATURE = 200;

function drawAuthorship(cursor: Cursor, root: Tag, report: ReportPaper): void {
  const { sentences, signer, preparedWith } = report;
  const used = new Set(sentences.map(({ author }) => author));
  const legend = Object.entries(marks[preparedWith ?? 'ia'])
    .filter(([author]) => preparedWith !== null && used.has(author as SentenceAuthor))
    .map(([, { sign, meaning }]) => `${sign}: ${meaning}.`);
  if (legend.length > 0 && used.has('medico')) {
    legend.push('Las demás las escribió el médico que firma.');
  }
  const text = [describePreparation(preparedWith, signer.fullName), ...legend].join(' ');
  const style = { size: 8.5, weight: weightFor(text, 'regular'), color: colors.inkFaint };
  const lines = breakLines(cursor.paper, [{ text }], WIDTH, style);
  keepTogether(cursor, linesHeight(lines, style.size) + 16);
  decorate(cursor.paper, () => rule(cursor.paper, cursor.y));
  cursor.y += 7;
  flow(cursor, root, lines, LEFT, style);
  cursor.y += 8;
}

/** A sentence, or the part of it within a paragraph. */
type Run = Pick<VersionSentence, 'author' | 'text'>;

/** The paragraphs of a text, each as its sentences. Every line break ends a paragraph. */
export function splitParagraphs(sentences: readonly Run[]): Run[][] {
  const paragraphs: Run[][] = [[]];
  for (const { text, author } of sentences) {
    for (const [index, line] of text.split(/\r\n|[\n\r\u2028\u2029]/).entries()) {
      if (index > 0) paragraphs.push([]);
      if (line.trim() !== '') paragraphs.at(-1)?.push({ author, text: line.trim() });
    }
  }
  return paragraphs.filter(({ length }) => length > 0);
}

/** Side of the QR code in points, including its quiet zone. */
const QR_SIDE = 84;
/** Width of the QR code's margin, in its modules (ISO/IEC 18004). */
const QUIET_ZONE = 4;
const PADDING = 14;
/** Width of the inset with the QR code, on the right. */
const INSET = 226;

/**
 * Draws the signer, credentials, time, and the address that shows whether the version is in force, all on one
 * page.
 */
function drawSignature(cursor: Cursor, root: Tag, report: ReportPaper): void {
  const { signer, sha256, verifyUrl } = report;
  const { paper } = cursor;
  const soft = { size: 9, color: colors.inkSoft, maxLines: 3 } as const;
  const specialty = [
    signer.specialty,
    signer.specialtyCertificate &&
      `Cédula o certificado de especialidad ${signer.specialtyCertificate}`,
  ].filter(Boolean);
  const lines: readonly (readonly [string, TextStyle])[] = [
    [signer.fullName, { size: 12.5, weight: 'bold', maxLines: 4 }],
    [`Cédula profesional ${signer.cedula}`, soft],
    [signer.institution, soft],
    [specialty.join(' · '), soft],
    [`Firmado el ${formatSignatureTime(report)}`, { ...soft, color: colors.ink }],
  ];
  const width = WIDTH - INSET - 2 * PADDING;
  const shown = lines
    .filter(([text]) => text !== '')
    .map(([text, style]) => ({ text, style: cellStyle(text, style) }));
  const textHeight = shown.reduce(
    (sum, { text, style }) => sum + measure(paper, text, width, style) + 2,
    0,
  );
  const height = Math.max(textHeight + 14, QR_SIDE) + 2 * PADDING;
  keepTogether(cursor, height + 34);
  const top = cursor.y + 8;
  decorate(paper, () => {
    const x = RIGHT - INSET;
    paper.save().rect(x, top, INSET, height).clip();
    paper.roundedRect(LEFT, top, WIDTH, height, 8).fill(colors.inset).restore();
    paper
      .roundedRect(LEFT, top, WIDTH, height, 8)
      .moveTo(x, top)
      .lineTo(x, top + height);
    paper.lineWidth(0.7).stroke(colors.hairline);
    paper
      .roundedRect(x + PADDING - 4, top + PADDING - 4, QR_SIDE + 8, QR_SIDE + 8, 4)
      .fill('#FFFFFF');
  });
  let y = top + PADDING;
  tagged(paper, root, 'H2', () => {
    const style: TextStyle = { size: 8.5, color: colors.inkFaint };
    write(paper, 'Firmado electrónicamente por', { x: LEFT + PADDING, y, width }, style);
  });
  y += 14;
  for (const { text, style } of shown) {
    y += drawParagraph(paper, root, text, { x: LEFT + PADDING, y, width }, style) + 2;
  }
  drawVerification(paper, root, verifyUrl, top + PADDING);
  cursor.y = top + height + 7;
  const digestStyle = { size: 8, color: colors.inkFaint };
  const at = { x: LEFT, y: cursor.y, width: WIDTH };
  drawParagraph(paper, root, `SHA-256 del texto: ${sha256}`, at, digestStyle);
}

function drawVerification(paper: Paper, root: Tag, verifyUrl: string, top: number): void {
  const x = RIGHT - INSET + PADDING;
  const alt = `Código QR que abre ${verifyUrl}`;
  tagged(paper, root, 'Figure', () => drawQr(paper, verifyUrl, x, top), { alt });
  const column = { x: x + QR_SIDE + 14, width: RIGHT - 10 - x - QR_SIDE - 14 };
  const small = { size: 8, color: colors.inkFaint, maxLines: 6 } as const;
  const hint = 'Verifica si este informe sigue vigente en';
  let y = top + drawParagraph(paper, root, hint, { ...column, y: top }, small);
  const link = { ...small, color: colors.pine, weight: 'medium' } as const;
  const codeStart = verifyUrl.lastIndexOf('/') + 1;
  // The address is broken before its code.
  tagged(paper, root, 'P', () => {
    y += write(paper, verifyUrl.slice(0, codeStart), { ...column, y }, link);
    write(paper, verifyUrl.slice(codeStart), { ...column, y }, link);
  });
}

function drawQr(paper: Paper, text: string, x: number, y: number): void {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_ZONE });
  const module = QR_SIDE / rows.length;
  for (const [row, cells] of rows.entries()) {
    for (const [column, isDark] of cells.entries()) {
      if (isDark) paper.rect(x + column * module, y + row * module, module, module);
    }
  }
  paper.fill('#000000');
}
