import { formatDay, formatLongDay } from '@simiente/contract/format/dates';
import { weightFor } from '../../../platform/paper/fonts.ts';
import {
  colors,
  decorate,
  drawFooters,
  drawParagraph,
  LEFT,
  measure,
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
import { cellStyle } from '../../../platform/paper/table.ts';
import type { ReportPaper } from './report-paper.ts';

/** Maximum size of the logo, in points. */
const LOGO = { width: 96, height: 33 };
const TITLE_WIDTH = 190;

/**
 * Draws the clinic on the left and the report on the right.
 * @returns y of its end
 */
export function drawHeader(paper: Paper, root: Tag, report: ReportPaper, top: number): number {
  const { title, subtitle, number, signedAt, timeZone } = report;
  const at = { x: RIGHT - TITLE_WIDTH, width: TITLE_WIDTH };
  let titleEnd = top;
  tagged(paper, root, 'H1', () => {
    const style: TextStyle = { size: 13.5, weight: 'bold', align: 'right', maxLines: 2 };
    titleEnd += write(paper, title, { ...at, y: titleEnd }, style);
  });
  const moment = formatDay(signedAt.toISOString(), { timeZone, hour: true, now: new Date(0) });
  for (const line of [subtitle, `Versión ${number} · Firmado el ${moment}`]) {
    const style: TextStyle = { size: 8.5, color: colors.inkSoft, align: 'right', maxLines: 3 };
    titleEnd += drawParagraph(paper, root, line, { ...at, y: titleEnd }, style);
  }
  const clinicEnd = drawClinic(paper, root, report, top);
  const end = Math.max(clinicEnd, titleEnd) + 8;
  decorate(paper, () => rule(paper, end, { color: colors.pine, thick: 1 }));
  return end;
}

function drawClinic(paper: Paper, root: Tag, { letterhead }: ReportPaper, top: number): number {
  if (letterhead === null) return top;
  const { name, address, licence, logo } = letterhead;
  let x = LEFT;
  if (logo !== null) {
    // The í of 'clínica' forces UTF-16, so a clinic's name cannot inject PDF syntax, such as the placeholder of a
    // signature.
    const alt = `Logotipo de la clínica ${name}`;
    const options = { fit: [LOGO.width, LOGO.height] as [number, number] };
    const image = paper.openImage(logo);
    tagged(paper, root, 'Figure', () => paper.image(image, LEFT, top, options), { alt });
    const scale = Math.min(LOGO.width / image.width, LOGO.height / image.height);
    x += image.width * scale + 10;
  }
  const width = RIGHT - TITLE_WIDTH - 16 - x;
  let y = top;
  const lines: readonly (readonly [string | null, TextStyle])[] = [
    [name, { size: 12, weight: 'bold', maxLines: 4 }],
    [address, { size: 8.5, color: colors.inkSoft, maxLines: 4 }],
    [
      licence === null ? null : `Licencia sanitaria o aviso de funcionamiento: ${licence}`,
      { size: 8.5, color: colors.inkSoft, maxLines: 3 },
    ],
  ];
  for (const [text, style] of lines) {
    if (text === null) continue;
    y += drawParagraph(paper, root, text, { x, y, width }, cellStyle(text, style));
  }
  return Math.max(y, logo === null ? y : top + LOGO.height);
}

/** Characters. A longer name gets a separate line. */
const LONG_NAME = 30;
const COLUMNS = [
  { x: LEFT, width: 168 },
  { x: LEFT + 178, width: 132 },
  { x: LEFT + 320, width: RIGHT - LEFT - 320 },
] as const;

/** @returns y of its end */
export function drawPatient(paper: Paper, root: Tag, report: ReportPaper, top: number): number {
  const { patient } = report;
  const facts: readonly (readonly [string, string | null])[] = [
    ['Paciente', patient.name],
    ['Nacimiento', patient.birth],
    ['Sexo al nacer', patient.sex],
    ['CURP', patient.curp],
    ['Documento', patient.identityDocument],
    ['Domicilio', patient.address],
  ];
  const filled = facts.flatMap(([label, value]) => (value === null ? [] : [{ label, value }]));
  const firstLength = patient.name.length > LONG_NAME ? 1 : COLUMNS.length;
  const rows = [
    filled.slice(0, firstLength),
    filled.slice(firstLength, firstLength + COLUMNS.length),
    filled.slice(firstLength + COLUMNS.length),
  ];
  let y = top + 9;
  const list = paper.struct('L');
  root.add(list);
  for (const row of rows.filter(({ length }) => length > 0)) {
    const heights = row.map(({ label, value }, index) => {
      const column = COLUMNS[index] ?? COLUMNS[0];
      const isLast = index === row.length - 1;
      const at = { ...column, y, width: isLast ? RIGHT - column.x : column.width };
      const weight = label === 'Paciente' ? 'bold' : 'regular';
      const item = paper.struct('LI');
      list.add(item);
      tagged(paper, item, 'Lbl', () => {
        write(paper, label, at, { size: 8, color: colors.inkFaint });
      });
      let height = 0;
      tagged(paper, item, 'LBody', () => {
        const style = cellStyle(value, { size: 10, weight, maxLines: 12 });
        height = write(paper, value, { ...at, y: y + 11.5 }, style);
      });
      item.end();
      return height;
    });
    y += Math.max(...heights) + 18;
  }
  list.end();
  decorate(paper, () => rule(paper, y));
  return y;
}

/**
 * Draws boxes for a version that is superseded or withdrawn, quotes changed results, or amends another version.
 * @returns y of its end
 */
export function drawState(paper: Paper, root: Tag, report: ReportPaper, top: number): number {
  const { state, amendment } = report;
  let y = top;
  if (state.is !== 'vigente') {
    const [ground, ink] =
      state.is === 'retirado' ? [colors.redGround, colors.red] : [colors.amberGround, colors.amber];
    y = drawBox(paper, root, describeState(report), y + 12, ground, ink);
  }
  if (report.isBasisChanged && state.is === 'vigente') {
    y = drawBox(paper, root, BASIS_CHANGED, y + 12, colors.amberGround, colors.amber);
  }
  if (amendment !== null) {
    const verb = amendment.is === 'correction' ? 'Corrige' : 'Agrega a';
    const text = `${verb} la versión ${amendment.of}`;
    y = drawBox(paper, root, text, y + 12, colors.inset, colors.inkSoft);
  }
  return y;
}

const BASIS_CHANGED =
  'Cambió un dato que cita este informe. Hasta que un médico lo revise no se entrega al paciente.';

/** 'Sustituido por la versión 5', or the day of a withdrawal; empty for the version in force. */
function describeState({ state, timeZone }: ReportPaper): string {
  if (state.is === 'sustituido') return `Sustituido por la versión ${state.by}`;
  if (state.is === 'vigente') return '';
  return `Retirado el ${formatLongDay(state.at.toISOString(), { timeZone })}. Este informe ya no es válido.`;
}

const PADDING = 10;

function drawBox(
  paper: Paper,
  root: Tag,
  text: string,
  y: number,
  ground: string,
  ink: string,
): number {
  const width = WIDTH - 2 * PADDING;
  const style: TextStyle = {
    size: 11,
    weight: weightFor(text, 'medium'),
    color: ink,
    maxLines: 24,
  };
  const height = measure(paper, text, width, style) + 2 * PADDING - 4;
  decorate(paper, () => paper.roundedRect(LEFT, y, WIDTH, height, 6).fill(ground));
  drawParagraph(paper, root, text, { x: LEFT + PADDING, y: y + PADDING - 1, width }, style);
  return y + height;
}

export function drawPageHeaders(paper: Paper, { letterhead, title, number }: ReportPaper): void {
  const { count } = paper.bufferedPageRange();
  for (let page = 1; page < count; page += 1) {
    paper.switchToPage(page);
    decorate(
      paper,
      () => {
        const half = WIDTH / 2;
        const clinic = letterhead?.name ?? '';
        const style = cellStyle(clinic, { size: 8.5, weight: 'medium', color: colors.inkSoft });
        write(paper, clinic, { x: LEFT, y: TOP - 14, width: half }, { ...style, maxLines: 1 });
        const text = `${title} · Versión ${number}`;
        const at = { x: LEFT + half, y: TOP - 14, width: half };
        write(paper, text, at, { size: 8.5, color: colors.inkFaint, align: 'right' });
        rule(paper, TOP + 3, { color: colors.pine, thick: 1 });
      },
      'Pagination',
    );
  }
}

/** The footer of each page: state of the version, patient, number, verification code, and page. */
export function drawReportFooters(paper: Paper, report: ReportPaper): void {
  const { patient, number, state, verifyUrl } = report;
  const isInForce = state.is === 'vigente';
  const words = state.is === 'retirado' ? 'RETIRADO' : describeState(report);
  const text = `· Versión ${number} · ${verifyUrl.split('/').at(-1)}`;
  drawFooters(paper, (page, count) => `${text} · Página ${page} de ${count}`, {
    subject: `${isInForce ? '' : `${words} · `}${patient.name}`,
    ...(!isInForce && { color: colors.red }),
  });
}
