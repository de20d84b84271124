import { formatLongDay } from '@simiente/contract/format/dates';
import { weightFor } from '../../../platform/paper/fonts.ts';
import { drawFeet, drawParagraph } from '../../../platform/paper/page-parts.ts';
import {
  colors,
  decorate,
  LEFT,
  measure,
  type Paper,
  RIGHT,
  rule,
  type Tag,
  type TextStyle,
  tagged,
  WIDTH,
  write,
} from '../../../platform/paper/paper.ts';
import type { ReportPaper } from './report-paper.ts';

/** Points: the areas of the logo, and of the title opposite. */
const LOGO = { width: 200, height: 50 };
const TITLE_WIDTH = 220;

/**
 * The clinic on the left, the report on the right.
 * @returns where it ends
 */
export function drawHead(paper: Paper, whole: Tag, report: ReportPaper, top: number): number {
  const { title, subtitle, number } = report;
  const at = { x: RIGHT - TITLE_WIDTH, width: TITLE_WIDTH };
  let right = top;
  tagged(paper, whole, 'H1', () => {
    const style: TextStyle = { size: 16, weight: 'bold', align: 'right', most: 2 };
    right += write(paper, title, { ...at, y: right }, style);
  });
  for (const line of [subtitle, `Versión ${number} · Informe firmado`]) {
    const style: TextStyle = { size: 10, color: colors.inkSoft, align: 'right', most: 3 };
    right += drawParagraph(paper, whole, line, { ...at, y: right }, style);
  }
  const left = drawClinic(paper, whole, report, top);
  const end = Math.max(left, right) + 10;
  decorate(paper, () => rule(paper, end, { color: colors.pine, thick: 1.5 }));
  return end;
}

function drawClinic(paper: Paper, whole: Tag, { letterhead }: ReportPaper, top: number): number {
  if (letterhead === null) return top;
  const { name, address, licence, logo } = letterhead;
  const width = WIDTH - TITLE_WIDTH - 20;
  let y = top;
  if (logo !== null) {
    // With the accent it is UTF-16: no name can look like a part of the file, such as the place of a signature.
    const alt = `Logotipo de la clínica ${name}`;
    const place = { fit: [LOGO.width, LOGO.height] as [number, number] };
    tagged(paper, whole, 'Figure', () => paper.image(logo, LEFT, y, place), { alt });
    y += LOGO.height + 6;
  }
  const lines: readonly (readonly [string | null, TextStyle])[] = [
    [name, { size: 13, weight: weightFor(name, 'bold'), most: 4 }],
    [
      address,
      { size: 9, weight: weightFor(address ?? '', 'regular'), color: colors.inkSoft, most: 4 },
    ],
    [
      licence === null ? null : `Licencia sanitaria o aviso: ${licence}`,
      { size: 9, weight: weightFor(licence ?? '', 'regular'), color: colors.inkSoft, most: 2 },
    ],
  ];
  for (const [text, style] of lines) {
    if (text === null) continue;
    y += drawParagraph(paper, whole, text, { x: LEFT, y, width }, style);
  }
  return y;
}

/**
 * What a reader must know before the text: that it was superseded or withdrawn, or what it changes.
 * @returns where it ends
 */
export function drawState(paper: Paper, whole: Tag, report: ReportPaper, top: number): number {
  const { state, amendment } = report;
  let y = top;
  if (state.is !== 'vigente') {
    const [ground, ink] =
      state.is === 'retirado' ? [colors.redGround, colors.red] : [colors.amberGround, colors.amber];
    y = drawBox(paper, whole, stateWords(report), y + 12, ground, ink);
  }
  if (amendment !== null) {
    const verb = amendment.is === 'correction' ? 'Corrige' : 'Agrega a';
    const text = `${verb} la versión ${amendment.of}`;
    y = drawBox(paper, whole, text, y + 12, colors.inset, colors.inkSoft);
  }
  return y;
}

/** 'Sustituido por la versión 5'; empty for the version in force. */
function stateWords({ state, timeZone }: ReportPaper): string {
  if (state.is === 'sustituido') {
    const superseded = `Sustituido por la versión ${state.by}`;
    return state.isAnyInForce ? superseded : `${superseded}. Ninguna versión está vigente.`;
  }
  if (state.is === 'vigente') return '';
  return `Retirado el ${formatLongDay(state.at.toISOString(), { timeZone })}. Este informe ya no es válido.`;
}

const PADDING = 10;

function drawBox(
  paper: Paper,
  whole: Tag,
  text: string,
  y: number,
  ground: string,
  ink: string,
): number {
  const width = WIDTH - 2 * PADDING;
  const style: TextStyle = { size: 11, weight: weightFor(text, 'medium'), color: ink, most: 24 };
  const height = measure(paper, text, width, style) + 2 * PADDING - 4;
  decorate(paper, () => paper.roundedRect(LEFT, y, WIDTH, height, 6).fill(ground));
  drawParagraph(paper, whole, text, { x: LEFT + PADDING, y: y + PADDING - 1, width }, style);
  return y + height;
}

/** The foot of each page: what became of the version, whose it is, its number, and the page's. */
export function drawReportFeet(paper: Paper, report: ReportPaper): void {
  const { patient, number, state } = report;
  const isInForce = state.is === 'vigente';
  const words = state.is === 'retirado' ? 'RETIRADO' : stateWords(report);
  const text = `${isInForce ? '' : `${words} · `}${patient.name} · Versión ${number}`;
  drawFeet(
    paper,
    (page, count) => `${text} · Página ${page} de ${count}`,
    isInForce ? colors.inkFaint : colors.red,
  );
}
