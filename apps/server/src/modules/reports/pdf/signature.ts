import encodeQR from 'qr';
import { weightFor } from '../../../platform/paper/fonts.ts';
import { drawParagraph } from '../../../platform/paper/page-parts.ts';
import {
  BOTTOM,
  colors,
  decorate,
  LEFT,
  measure,
  type Paper,
  rule,
  type Tag,
  type TextStyle,
  TOP,
  tagged,
  WIDTH,
  write,
} from '../../../platform/paper/paper.ts';
import type { ReportPaper } from './report-paper.ts';
import { signatureTime } from './words.ts';

/** Points of the side of the QR code, its quiet zone included. */
const QR_SIDE = 104;
/** Modules of white around a QR code (ISO/IEC 18004). */
const QUIET = 4;
const GAP = 20;

/** Who signed, with which credentials, when; how to tell whether it is still in force. It stays on one page. */
export function drawSignature(paper: Paper, whole: Tag, report: ReportPaper, top: number): void {
  const { signer, sha256, verifyUrl } = report;
  const soft = { size: 10, color: colors.inkSoft, most: 3 } as const;
  const lines: readonly (readonly [string, TextStyle])[] = [
    [signer.fullName, { size: 13, weight: weightFor(signer.fullName, 'bold'), most: 3 }],
    [`Cédula profesional ${signer.cedula}`, soft],
    [signer.institution, { ...soft, weight: weightFor(signer.institution, 'regular') }],
    ...optional(signer.specialty, 'Especialidad: ', soft),
    ...optional(signer.specialtyCertificate, 'Cédula o certificado de especialidad: ', soft),
    [`Firmado el ${signatureTime(report)}`, soft],
    [`SHA-256 del texto: ${sha256}`, { size: 8.5, color: colors.inkFaint, most: 3 }],
    ['Comprueba si este informe sigue vigente con el código QR o en:', { ...soft, size: 9 }],
    [verifyUrl, { size: 9, weight: 'medium', color: colors.pine, most: 3 }],
  ];
  const width = WIDTH - QR_SIDE - GAP;
  const height =
    lines.reduce((sum, [text, style]) => sum + measure(paper, text, width, style) + 2, 0) + 24;
  let y = top + 8;
  if (y + Math.max(height, QR_SIDE + 24) > BOTTOM) {
    paper.addPage();
    y = TOP;
  }
  decorate(paper, () => rule(paper, y));
  y += 12;
  tagged(paper, whole, 'H2', () => {
    const style: TextStyle = { size: 10, weight: 'medium', color: colors.pine };
    write(paper, 'Firma', { x: LEFT, y, width }, style);
  });
  const begin = y;
  y += 14;
  for (const [text, style] of lines) {
    y += drawParagraph(paper, whole, text, { x: LEFT, y, width }, style) + 2;
  }
  const alt = `Código QR que abre ${verifyUrl}`;
  tagged(paper, whole, 'Figure', () => drawQr(paper, verifyUrl, LEFT + width + GAP, begin), {
    alt,
  });
}

function optional(
  value: string | null,
  label: string,
  style: TextStyle,
): readonly (readonly [string, TextStyle])[] {
  if (value === null) return [];
  const text = `${label}${value}`;
  return [[text, { ...style, weight: weightFor(text, 'regular') }]];
}

function drawQr(paper: Paper, text: string, x: number, y: number): void {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET });
  const module = QR_SIDE / rows.length;
  for (const [row, cells] of rows.entries()) {
    for (const [column, isDark] of cells.entries()) {
      if (isDark) paper.rect(x + column * module, y + row * module, module, module);
    }
  }
  paper.fill('#000000');
}
