import type { SentenceAuthor } from '@simiente/contract/reports/authorship';
import type { Preparation } from '@simiente/contract/reports/states';
import type { VersionSentence } from '@simiente/contract/reports/version';
import type { PaperCertificate } from '../../../platform/paper/certificate.ts';
import {
  breakLines,
  type Cursor,
  flow,
  heightOfLines,
  keepTogether,
  type Mark,
  PAGE_HEIGHT,
  type Piece,
} from '../../../platform/paper/flow.ts';
import { weightFor } from '../../../platform/paper/fonts.ts';
import {
  BOTTOM,
  colors,
  decorate,
  finishPaper,
  LEFT,
  openPaper,
  registerWideFont,
  rule,
  type Tag,
  TOP,
  tagged,
  WIDTH,
  write,
} from '../../../platform/paper/paper.ts';
import { drawTitle } from '../../../platform/paper/table.ts';
import { drawHead, drawLaterHeads, drawPatient, drawReportFeet, drawState } from './frame.ts';
import { describePreparation, type ReportPaper } from './report-paper.ts';
import { drawResults } from './results.ts';
import { drawSignature } from './signature.ts';

/**
 * The PDF of a signed version: Letter, tagged for screen readers, with as many pages as needed, and the same bytes for
 * the same content and certificate.
 * @param certificate signs the file; null for a file without a signature
 */
export async function makeReportPdf(
  report: ReportPaper,
  certificate: PaperCertificate | null = null,
): Promise<Buffer> {
  // A certificate cannot have signed before it was issued.
  const at = new Date(Math.max(report.signedAt.getTime(), certificate?.validFrom.getTime() ?? 0));
  // Loaded only for signed papers, because it needs a large library.
  const signing = certificate && (await import('../../../platform/paper/sign-paper.ts'));
  const paper = openPaper({
    title: `${report.title}, versión ${report.number}`,
    subject: report.subtitle,
    date: report.signedAt,
    // Part of the file's id, because a superseded copy is a different file.
    keywords: `${report.verifyUrl.split('/').at(-1)} ${report.state.is}`,
  });
  registerWideFont(paper);
  const pdf = await finishPaper(paper, () => {
    const whole = paper.struct('Document');
    paper.addStructure(whole);
    const cursor: Cursor = { paper, y: drawHead(paper, whole, report, TOP) };
    cursor.y = drawState(paper, whole, report, cursor.y);
    cursor.y = drawPatient(paper, whole, report, cursor.y);
    const text = readText(report);
    drawSummary(cursor, whole, text);
    drawResults(cursor, whole, report.results, report.timeZone);
    drawText(cursor, whole, text);
    drawAuthorship(cursor, whole, report);
    drawSignature(cursor, whole, report);
    if (certificate) signing?.addSignatureField(paper, whole, certificate, at);
    whole.end();
    drawLaterHeads(paper, report);
    drawReportFeet(paper, report);
  });
  return certificate && signing ? signing.signPaper(pdf, certificate) : pdf;
}

/** Marks a sentence that the signer did not write alone. */
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
/** The first line of a text whose first paragraph is its summary. */
const SUMMARY = 'En resumen';
const SUMMARY_PADDING = 12;

interface Text {
  readonly summary: Paragraph | undefined;
  readonly paragraphs: readonly Paragraph[];
  readonly style: { readonly size: number; readonly weight: ReturnType<typeof weightFor> };
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
  const hasSummary = summary !== undefined && first?.length === 1 && first[0]?.text === SUMMARY;
  return {
    summary: hasSummary ? summary : undefined,
    paragraphs: hasSummary ? paragraphs.slice(2) : paragraphs,
    style: { ...BODY, weight },
  };
}

/** Draws the summary before the tables. */
function drawSummary(cursor: Cursor, whole: Tag, { summary, style }: Text): void {
  if (summary === undefined) return;
  const { paper } = cursor;
  const lines = breakLines(paper, summary, WIDTH - 2 * SUMMARY_PADDING, style);
  const height = heightOfLines(lines, style.size) + 2 * SUMMARY_PADDING + 12;
  cursor.y += 11;
  keepTogether(cursor, Math.min(height, PAGE_HEIGHT));
  if (cursor.y + height <= BOTTOM) {
    decorate(paper, () =>
      paper.roundedRect(LEFT, cursor.y, WIDTH, height, 6).fill(colors.pineGround),
    );
  }
  cursor.y += SUMMARY_PADDING - 2;
  tagged(paper, whole, 'H2', () => {
    const at = { x: LEFT + SUMMARY_PADDING, y: cursor.y, width: WIDTH };
    write(paper, SUMMARY, at, { size: 9.5, weight: 'medium', color: colors.pine });
  });
  cursor.y += 16;
  flow(cursor, whole, lines, LEFT + SUMMARY_PADDING, style);
  cursor.y += SUMMARY_PADDING - 6;
}

function drawText(cursor: Cursor, whole: Tag, { paragraphs, style }: Text): void {
  const { paper } = cursor;
  const broken = paragraphs.map((pieces) => breakLines(paper, pieces, BODY_WIDTH, style));
  const measureLines = (lines: (typeof broken)[number]) =>
    heightOfLines(lines.slice(0, FIRST_LINES), style.size) + 8;
  const body = paper.struct('Sect');
  whole.add(body);
  for (const [index, lines] of broken.entries()) {
    const next = broken[index + 1];
    // A heading stays on the page of its paragraph.
    const below = lines.length === 1 && next ? measureLines(next) : 0;
    const own = measureLines(lines) + (next ? below : SIGNATURE);
    if (index === 0) {
      keepTogether(cursor, own + 38);
      drawTitle(cursor, body, 'Interpretación');
    }
    keepTogether(cursor, own);
    flow(cursor, body, lines, LEFT, style);
    cursor.y += 8;
  }
  body.end();
}

/** Points of authorship and signature, which are not alone on a page. */
const SIGNATURE = 200;
/** A longer paragraph is not kept with the text above it. */
const FIRST_LINES = 14;

/** Authorship of the text, and the meaning of its marks. */
function drawAuthorship(cursor: Cursor, whole: Tag, report: ReportPaper): void {
  const { sentences, signer, preparedWith } = report;
  const used = new Set(sentences.map(({ author }) => author));
  const legend = Object.entries(marks[preparedWith ?? 'ia'])
    .filter(([author]) => preparedWith !== null && used.has(author as SentenceAuthor))
    .map(([, { sign, meaning }]) => `${sign}: ${meaning}.`);
  const rest =
    legend.length > 0 && used.has('medico') ? ['Las demás las escribió el médico que firma.'] : [];
  const text = [describePreparation(preparedWith, signer.fullName), ...legend, ...rest].join(' ');
  const style = { size: 8.5, weight: weightFor(text, 'regular'), color: colors.inkFaint };
  const lines = breakLines(cursor.paper, [{ text }], WIDTH, style);
  keepTogether(cursor, heightOfLines(lines, style.size) + 16);
  decorate(cursor.paper, () => rule(cursor.paper, cursor.y));
  cursor.y += 7;
  flow(cursor, whole, lines, LEFT, style);
  cursor.y += 8;
}

/** A sentence, or the part of it within a paragraph. */
type Run = Pick<VersionSentence, 'author' | 'text'>;

/** The paragraphs of a text, each as its sentences; blank lines are between paragraphs. */
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
