import { formatLongDay } from '@simiente/contract/format/dates';
import PDFDocument from 'pdfkit';
import type { ClinicalProfile } from '../clinical-profiles.ts';
import type { Determination } from './determinations.ts';
import { drawKaryogram } from './karyogram.ts';
import { type LabReport, writeLabReport } from './lab-reports.ts';
import type { Page } from './page.ts';

export interface Laboratory {
  name: string;
  /** Street, neighbourhood and city in one line. */
  address: string;
  phone: string;
}

export interface ExamPdfOptions {
  examType: string;
  patientName: string;
  takenAt: Date;
  laboratory: Laboratory;
  /** Who answers for the result, with the degree. */
  signatory: string;
  folio: string;
  profile: ClinicalProfile;
}

const ink = '#22302B';
const soft = '#6B716D';
const hairline = '#DCE0DD';
const alarm = '#A8341F';
const accents = ['#1C584C', '#205B87', '#6F4376', '#764E00', '#3A4A5C'];

const LEFT = 48;
const RIGHT = 564;
const WIDTH = RIGHT - LEFT;
/** Letter size, in points: what Mexican laboratories print on. */
const BOTTOM = 792;

/** The result of an exam as a laboratory prints it: one page, the same bytes for the same options. */
export function buildExamPdf(options: ExamPdfOptions): Promise<Buffer> {
  const report = writeLabReport(options.examType, options.profile);
  const page = new PDFDocument({
    size: 'LETTER',
    margin: 0,
    // Two runs must not differ by when they ran: pdfkit makes the file's ID from these.
    info: {
      Title: `${report.title} · ${options.patientName}`,
      Author: options.laboratory.name,
      Subject: 'Documento de demostración',
      CreationDate: options.takenAt,
      ModDate: options.takenAt,
    },
    lang: 'es-MX',
    displayTitle: true,
  });
  const finished = collect(page);
  const accent = accents[options.laboratory.name.length % accents.length] ?? ink;
  drawHeader(page, options, accent);
  drawPatient(page, options, report);
  const tableEnd = drawTable(page, report, accent);
  const figureEnd = drawFigure(page, report, accent, tableEnd);
  drawObservations(page, report, figureEnd);
  drawSignature(page, options);
  drawFooter(page);
  page.end();
  return finished;
}

function collect(page: Page): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  page.on('data', (chunk: Buffer) => chunks.push(chunk));
  page.on('end', () => resolve(Buffer.concat(chunks)));
  page.on('error', reject);
  return promise;
}

interface TextStyle {
  size?: number;
  bold?: boolean;
  color?: string;
  width?: number;
  align?: 'left' | 'right' | 'center';
}

/** One line at a place, or several within a width. */
function write(page: Page, text: string, x: number, y: number, style: TextStyle = {}): void {
  const { size = 9, bold = false, color = ink, width, align = 'left' } = style;
  page
    .font(bold ? 'Helvetica-Bold' : 'Helvetica')
    .fontSize(size)
    .fillColor(color);
  page.text(text, x, y, width === undefined ? { lineBreak: false } : { width, align, lineGap: 2 });
}

function rule(page: Page, y: number, color = hairline, from = LEFT, to = RIGHT): void {
  page.moveTo(from, y).lineTo(to, y).lineWidth(0.7).strokeColor(color).stroke();
}

function drawHeader(page: Page, { laboratory, folio }: ExamPdfOptions, accent: string): void {
  page.rect(0, 0, 612, 7).fill(accent);
  page.roundedRect(LEFT, 32, 38, 38, 9).fill(accent);
  page.circle(LEFT + 19, 46, 6.5).fill('#FFFFFF');
  page
    .path(`M ${LEFT + 8} 61 q 5.5 -9 11 0 q 5.5 9 11 0`)
    .lineWidth(3)
    .strokeColor('#FFFFFF')
    .stroke();
  write(page, laboratory.name, LEFT + 50, 33, { size: 16, bold: true });
  write(page, laboratory.address, LEFT + 50, 53, { size: 8, color: soft });
  write(page, `Tel. ${laboratory.phone}`, LEFT + 50, 64, { size: 8, color: soft });
  write(page, 'INFORME DE RESULTADOS', 404, 34, {
    size: 8,
    bold: true,
    color: accent,
    width: 160,
    align: 'right',
  });
  write(page, `Folio ${folio}`, 404, 47, { size: 9, width: 160, align: 'right' });
  drawBarcode(page, folio);
  rule(page, 86, accent);
}

/** Bars that look like a code of the folio; nothing reads them. */
function drawBarcode(page: Page, folio: string): void {
  let x = RIGHT - 112;
  for (let index = 0; x < RIGHT - 3; index += 1) {
    const code = folio.charCodeAt(index % folio.length) + index * 7;
    const width = 0.8 + (code % 3) * 0.7;
    page.rect(x, 61, width, 14).fill(ink);
    x += width + 1 + (code % 4) * 0.5;
  }
}

/** The laboratory's clocks. */
const TIME_ZONE = 'America/Mexico_City';
const ANALYSIS_TIME = 26 * 3_600_000;

/** 'lunes, 12 de octubre de 2026, 9:42 h' */
function moment(date: Date): string {
  return `${formatLongDay(date.toISOString(), { timeZone: TIME_ZONE })} h`;
}

function drawPatient(page: Page, options: ExamPdfOptions, report: LabReport): void {
  const { patientName, takenAt, profile } = options;
  const released = new Date(takenAt.getTime() + ANALYSIS_TIME);
  const facts = [
    ['Paciente', patientName, LEFT + 14, 106],
    ['Edad y sexo', `${profile.age} años · Masculino`, LEFT + 14, 134],
    ['Toma de muestra', moment(takenAt), 318, 106],
    ['Emisión', moment(released), 318, 134],
  ] as const;
  page.roundedRect(LEFT, 98, WIDTH, 64, 5).fill('#F4F6F4');
  for (const [label, value, x, y] of facts) {
    write(page, label, x, y, { size: 7.5, color: soft });
    write(page, value, x, y + 10, { size: 9.5, bold: label === 'Paciente' });
  }
  write(page, report.title, LEFT, 182, { size: 15, bold: true });
  write(page, `Muestra: ${report.sample}`, LEFT, 203, { size: 8.5, color: soft });
  write(page, `Método: ${report.method}`, LEFT, 215, { size: 8.5, color: soft });
}

const columns = { name: LEFT + 8, value: 262, unit: 350, reference: 430, flag: 520 };
const ROW = 19;

function drawTable(page: Page, report: LabReport, accent: string): number {
  let y = 238;
  page.roundedRect(LEFT, y, WIDTH, 20, 3).fill(accent);
  const heads = [
    ['Determinación', columns.name],
    ['Resultado', columns.value],
    ['Unidades', columns.unit],
    ['Referencia', columns.reference],
  ] as const;
  for (const [head, x] of heads)
    write(page, head, x, y + 6, { size: 8.5, bold: true, color: '#FFFFFF' });
  y += 20;
  for (const { name, rows } of report.groups) {
    write(page, name, columns.name, y + 9, { size: 8.5, bold: true, color: accent });
    y += 24;
    for (const row of rows) {
      drawRow(page, row, y);
      y += ROW;
      rule(page, y);
    }
  }
  return y;
}

function drawRow(
  page: Page,
  { name, value, unit, reference, flag }: Determination,
  y: number,
): void {
  const color = flag === null ? ink : alarm;
  write(page, name, columns.name, y + 5.5);
  write(page, value, columns.value, y + 5.5, { bold: true, color });
  write(page, unit, columns.unit, y + 5.5, { color: soft });
  write(page, reference, columns.reference, y + 5.5, { color: soft });
  if (flag === null) return;
  page.roundedRect(columns.flag, y + 3.5, 40, 12.5, 6).fill('#FBE9E5');
  write(page, flag, columns.flag, y + 6.5, {
    size: 7.5,
    bold: true,
    color: alarm,
    width: 40,
    align: 'center',
  });
}

function drawFigure(page: Page, report: LabReport, accent: string, top: number): number {
  if (report.shares !== undefined) return drawShares(page, report.shares, accent, top + 22);
  if (report.karyogram !== undefined) {
    write(page, 'Cariograma', LEFT, top + 20, { size: 9, bold: true });
    return drawKaryogram(page, report.karyogram, LEFT, top + 38, WIDTH);
  }
  return top;
}

function drawShares(
  page: Page,
  shares: NonNullable<LabReport['shares']>,
  accent: string,
  top: number,
): number {
  write(page, 'Distribución de la movilidad', LEFT, top, { size: 9, bold: true });
  const opacities = [1, 0.55, 0.2];
  let x = LEFT;
  page
    .save()
    .roundedRect(LEFT, top + 16, WIDTH, 12, 6)
    .clip();
  for (const [index, { percent }] of shares.entries()) {
    const width = (WIDTH * percent) / 100;
    page
      .rect(x, top + 16, width, 12)
      .fillOpacity(opacities[index] ?? 1)
      .fill(accent);
    x += width;
  }
  page.restore();
  page.fillOpacity(1);
  for (const [index, { name, percent }] of shares.entries()) {
    const at = LEFT + index * 130;
    page
      .circle(at + 4, top + 40, 3.5)
      .fillOpacity(opacities[index] ?? 1)
      .fill(accent);
    page.fillOpacity(1);
    write(page, `${name} ${percent} %`, at + 12, top + 36.5, { size: 8.5, color: soft });
  }
  return top + 48;
}

function drawObservations(page: Page, { observations }: LabReport, top: number): void {
  write(page, 'Observaciones', LEFT, top + 20, { size: 9, bold: true });
  write(page, observations, LEFT, top + 34, { color: soft, width: WIDTH });
}

function drawSignature(page: Page, { signatory, folio }: ExamPdfOptions): void {
  const y = BOTTOM - 104;
  const turn = (folio.charCodeAt(folio.length - 1) % 7) - 3;
  page
    .path(
      `M 246 ${y - 8} c 10 -34 ${22 + turn} -30 16 -4 c -4 16 -14 8 -2 -6 c 14 -16 22 ${turn} 26 4 c 6 -22 16 -20 20 0 c 8 -14 ${18 - turn} -16 24 -2 c 10 -8 26 -12 44 -6`,
    )
    .lineWidth(1.1)
    .strokeColor('#2B3A67')
    .stroke();
  rule(page, y, soft, 206, 406);
  write(page, signatory, 156, y + 6, { bold: true, width: 300, align: 'center' });
  write(page, 'Responsable sanitario', 156, y + 19, {
    size: 8,
    color: soft,
    width: 300,
    align: 'center',
  });
}

function drawFooter(page: Page): void {
  rule(page, BOTTOM - 50);
  write(
    page,
    'Documento de demostración: paciente, laboratorio y resultados son ficticios. Sin validez médica.',
    LEFT,
    BOTTOM - 42,
    { size: 7.5, color: soft },
  );
  write(page, 'Página 1 de 1', 464, BOTTOM - 42, {
    size: 7.5,
    color: soft,
    width: 100,
    align: 'right',
  });
}
