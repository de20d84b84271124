import encodeQR from 'qr';
import { type Cursor, keepTogether } from '../../../platform/paper/flow.ts';
import { drawParagraph } from '../../../platform/paper/page-parts.ts';
import {
  colors,
  decorate,
  LEFT,
  measure,
  type Paper,
  RIGHT,
  type Tag,
  type TextStyle,
  tagged,
  WIDTH,
  write,
} from '../../../platform/paper/paper.ts';
import { cellStyle } from '../../../platform/paper/table.ts';
import { type ReportPaper, signatureTime } from './report-paper.ts';

/** Points of the side of the QR code, its quiet zone included. */
const QR_SIDE = 84;
/** Modules of white around a QR code (ISO/IEC 18004). */
const QUIET = 4;
const PADDING = 14;
/** Width of the inset with the QR code, at the right. */
const INSET = 226;

/**
 * Draws the signer, credentials, time, and the address that shows whether the version is in force. It stays on one
 * page.
 */
export function drawSignature(cursor: Cursor, whole: Tag, report: ReportPaper): void {
  const { signer, sha256, verifyUrl } = report;
  const { paper } = cursor;
  const soft = { size: 9, color: colors.inkSoft, most: 3 } as const;
  const specialty = [
    signer.specialty,
    signer.specialtyCertificate &&
      `Cédula o certificado de especialidad ${signer.specialtyCertificate}`,
  ].filter(Boolean);
  const lines: readonly (readonly [string, TextStyle])[] = [
    [signer.fullName, { size: 12.5, weight: 'bold', most: 4 }],
    [`Cédula profesional ${signer.cedula}`, soft],
    [signer.institution, soft],
    [specialty.join(' · '), soft],
    [`Firmado el ${signatureTime(report)}`, { ...soft, color: colors.ink }],
  ];
  const width = WIDTH - INSET - 2 * PADDING;
  const shown = lines
    .filter(([text]) => text !== '')
    .map(([text, style]) => ({ text, style: cellStyle(text, style) }));
  const own = shown.reduce(
    (sum, { text, style }) => sum + measure(paper, text, width, style) + 2,
    0,
  );
  const height = Math.max(own + 14, QR_SIDE) + 2 * PADDING;
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
  tagged(paper, whole, 'H2', () => {
    const style: TextStyle = { size: 8.5, color: colors.inkFaint };
    write(paper, 'Firmado electrónicamente por', { x: LEFT + PADDING, y, width }, style);
  });
  y += 14;
  for (const { text, style } of shown) {
    y += drawParagraph(paper, whole, text, { x: LEFT + PADDING, y, width }, style) + 2;
  }
  drawCheck(paper, whole, verifyUrl, top + PADDING);
  cursor.y = top + height + 7;
  const digest = `SHA-256 del texto: ${sha256}`;
  drawParagraph(
    paper,
    whole,
    digest,
    { x: LEFT, y: cursor.y, width: WIDTH },
    { size: 8, color: colors.inkFaint },
  );
}

/** Draws the QR code of the public page. */
function drawCheck(paper: Paper, whole: Tag, verifyUrl: string, top: number): void {
  const x = RIGHT - INSET + PADDING;
  const alt = `Código QR que abre ${verifyUrl}`;
  tagged(paper, whole, 'Figure', () => drawQr(paper, verifyUrl, x, top), { alt });
  const beside = { x: x + QR_SIDE + 14, width: RIGHT - 10 - x - QR_SIDE - 14 };
  const small = { size: 8, color: colors.inkFaint, most: 6 } as const;
  let y = top;
  y += drawParagraph(
    paper,
    whole,
    'Verifica si este informe sigue vigente en',
    { ...beside, y },
    small,
  );
  const link = { ...small, color: colors.pine, weight: 'medium' } as const;
  const code = verifyUrl.lastIndexOf('/') + 1;
  // The address, broken before the code.
  tagged(paper, whole, 'P', () => {
    y += write(paper, verifyUrl.slice(0, code), { ...beside, y }, link);
    write(paper, verifyUrl.slice(code), { ...beside, y }, link);
  });
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
