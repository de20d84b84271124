import type { SentenceAuthor } from '@simiente/contract/reports/authorship';
import { sentenceAuthorWords } from '@simiente/contract/reports/states';
import type { PaperCertificate } from '../../../platform/paper/certificate.ts';
import { flow } from '../../../platform/paper/flow.ts';
import { weightFor } from '../../../platform/paper/fonts.ts';
import { drawFact, drawParagraph } from '../../../platform/paper/page-parts.ts';
import {
  BOTTOM,
  colors,
  decorate,
  finishPaper,
  LEFT,
  measure,
  openPaper,
  type Paper,
  RIGHT,
  registerWideFont,
  rule,
  type Tag,
  type TextStyle,
  TOP,
  tagged,
  WIDTH,
  write,
} from '../../../platform/paper/paper.ts';
import { drawHead, drawReportFeet, drawState } from './frame.ts';
import type { ReportPaper } from './report-paper.ts';
import { paragraphsOf } from './runs.ts';
import { drawSignature } from './signature.ts';
import { preparationOf } from './words.ts';

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
  // Loaded where papers are signed: most of it is a library's.
  const signing = certificate && (await import('../../../platform/paper/sign-paper.ts'));
  const paper = openPaper({
    title: `${report.title}, versión ${report.number}`,
    subject: report.subtitle,
    date: report.signedAt,
    // The file's id is made from this too: a copy that says that it was superseded is another file.
    keywords: `${report.verifyUrl.split('/').at(-1)} ${report.state.is}`,
  });
  registerWideFont(paper);
  const pdf = await finishPaper(paper, () => {
    const whole = paper.struct('Document');
    paper.addStructure(whole);
    let y = drawHead(paper, whole, report, TOP);
    y = drawState(paper, whole, report, y);
    y = drawPatient(paper, whole, report, y);
    y = drawText(paper, whole, report, y);
    drawSignature(paper, whole, report, y);
    if (certificate) signing?.addSignatureField(paper, whole, certificate, at);
    whole.end();
    drawReportFeet(paper, report);
  });
  return certificate && signing ? signing.signPaper(pdf, certificate) : pdf;
}

const LABEL_WIDTH = 118;

/** Whose it is: a label and its value in each row. */
function drawPatient(paper: Paper, whole: Tag, { patient }: ReportPaper, top: number): number {
  const facts: readonly (readonly [string, string | null])[] = [
    ['Paciente', patient.name],
    ['Nacimiento', patient.birth],
    ['Sexo al nacer', patient.sex],
    ['CURP', patient.curp],
    ['Domicilio', patient.address],
  ];
  let y = top + 14;
  const list = paper.struct('L');
  whole.add(list);
  for (const [label, value] of facts) {
    const text = value ?? 'No registrado';
    const isName = label === 'Paciente';
    const style: TextStyle = {
      size: isName ? 13 : 10,
      weight: weightFor(text, isName ? 'bold' : 'regular'),
      color: value === null ? colors.inkFaint : colors.ink,
      most: 8,
    };
    y += drawFact(paper, list, { label, value: text, style, y, labelWidth: LABEL_WIDTH });
    y += isName ? 5 : 2;
  }
  list.end();
  y += 8;
  decorate(paper, () => rule(paper, y));
  return y;
}

/** What each mark of the margin says. */
const marks: Readonly<Record<SentenceAuthor, string>> = {
  ia: 'del borrador, sin cambios',
  ia_editada: 'del borrador, corregida por el médico',
  medico: 'escrita por el médico',
};
/** The longest mark on one line. */
const MARK_WIDTH = 76;
const BODY = { size: 11.5 } as const;

/** The text, with the author of each part in the margin. */
function drawText(paper: Paper, whole: Tag, report: ReportPaper, top: number): number {
  const { sentences, signer, preparedWith } = report;
  let y = top + 14;
  const statement = preparationOf(preparedWith, signer.fullName);
  y += drawParagraph(
    paper,
    whole,
    statement,
    { x: LEFT, y, width: WIDTH },
    { size: 10.5, weight: weightFor(statement, 'medium'), color: colors.pine, most: 4 },
  );
  y += 2;
  const words = sentenceAuthorWords[preparedWith ?? 'ia'];
  const authors = new Set(sentences.map(({ author }) => author));
  const legend = (Object.keys(marks) as SentenceAuthor[])
    .filter((author) => authors.has(author))
    .map((author) => `${words[author]}: frase ${marks[author]}`)
    .join(' · ');
  y += drawParagraph(
    paper,
    whole,
    legend,
    { x: LEFT, y, width: WIDTH },
    { size: 9, color: colors.inkFaint, most: 3 },
  );
  y += 10;
  const body = paper.struct('Sect');
  whole.add(body);
  const weight = weightFor(sentences.map(({ text }) => text).join(' '), 'regular');
  const x = LEFT + MARK_WIDTH;
  for (const runs of paragraphsOf(sentences)) {
    for (const { author, text } of runs) {
      if (y + measure(paper, 'A', WIDTH, { ...BODY, weight }) > BOTTOM) {
        paper.addPage();
        y = TOP;
      }
      const style = { ...BODY, weight };
      y = flow(paper, body, text, { x, y, width: RIGHT - x }, style, (from) =>
        drawMark(
          paper,
          body,
          words[author],
          author === 'medico' ? colors.pine : colors.inkFaint,
          from,
        ),
      );
      y += 2;
    }
    y += 7;
  }
  body.end();
  return y;
}

function drawMark(paper: Paper, body: Tag, words: string, color: string, y: number): void {
  tagged(paper, body, 'Note', () => {
    const at = { x: LEFT, y: y + 2.5, width: MARK_WIDTH - 8 };
    write(paper, words, at, { size: 8.5, weight: 'medium', color });
  });
}
