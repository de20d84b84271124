import { parseWireDate } from '@simiente/contract/common/dates';
import { toWallTime, type WallTime } from '@simiente/contract/common/wall-time';
import { INVALID_DATE, zoneName } from '@simiente/contract/format/dates';

/** The value of a cell. Only texts can be hostile: numbers and times are ours. */
export type Cell = string | number | WallTime | null;

/**
 * The beginning of a formula, also after characters that spreadsheets trim or ignore: spaces, quotes,
 * invisible marks. Some of them fold the full-width signs.
 */
const FORMULA = /^[\s\p{Z}\p{Cf}\p{Cc}'"`´‘’“”«»]*[=+\-@＝＋－＠]/u;
/** Spreadsheets ignore these at the beginning, and interpret the rest. */
const CONTROL = /^[\t\r\n]/;

/**
 * Beginnings of cells in a spreadsheet that separates by semicolons, as in many countries, or by tabs. Quotes within
 * a cell protect neither separators nor lines.
 */
const INNER_FORMULA = /([;\t\r\n][\s\p{Z}\p{Cf}\p{Cc}'"`´‘’“”«»]*)(?=[=+\-@＝＋－＠])/gu;

/**
 * A text that no spreadsheet computes: an apostrophe before a formula makes it text ('+52 55 1234 5678
 * stays a phone, and does not become a number).
 */
export function escapeFormula(text: string): string {
  const inner = text.replaceAll(INNER_FORMULA, "$1'");
  return FORMULA.test(text) || CONTROL.test(text) ? `'${inner}` : inner;
}

/** A date with its time in a zone; a text where it is invalid. */
export function wallCell(
  instant: Date | string | null,
  timeZone: string,
): WallTime | string | null {
  const parsed = instant instanceof Date ? instant : parseWireDate(instant);
  if (parsed === 'missing') return null;
  if (parsed === 'invalid') return INVALID_DATE;
  return toWallTime(parsed.toISOString(), timeZone);
}

/** A column title with its zone: 'Último acceso (hora de Ciudad de México)'. */
export function wallHeader(title: string, timeZone: string): string {
  return `${title} (${timeZone === 'UTC' ? 'UTC' : `hora de ${zoneName(timeZone)}`})`;
}
