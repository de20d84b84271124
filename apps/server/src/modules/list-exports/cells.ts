import { toWallTime } from '@simiente/contract/common/wall-time';
import { zoneName } from '@simiente/contract/format/zone-name';

/** What stands in one cell. Only texts can be hostile: a number is a number. */
export type Cell = string | number | null;

/**
 * What a spreadsheet may take for a formula, also behind what it trims or reads away: spaces, quotes,
 * marks that nobody sees. The wide signs are folded by some of them.
 */
const FORMULA = /^[\s\p{Z}\p{Cf}\p{Cc}'"`´‘’“”«»]*[=+\-@＝＋－＠]/u;
/** A spreadsheet drops these in front, and looks at what follows. */
const CONTROL = /^[\t\r\n]/;

/**
 * Where one that divides at semicolons, as in many countries, or at tabs begins a cell of its own: a
 * quote in the midst of what it takes for a cell holds nothing together, neither these nor lines.
 */
const INNER_FORMULA = /([;\t\r\n][\s\p{Z}\p{Cf}\p{Cc}'"`´‘’“”«»]*)(?=[=+\-@＝＋－＠])/gu;

/**
 * A text that no spreadsheet computes: what looks like a formula gets an apostrophe, behind which it
 * is read as it was written ('+52 55 1234 5678 stays a phone, and does not become a number).
 */
export function defuse(text: string): string {
  const inner = text.replaceAll(INNER_FORMULA, "$1'");
  return FORMULA.test(text) || CONTROL.test(text) ? `'${inner}` : inner;
}

/** An instant as spreadsheets in Spanish read a date and time: on the zone's clocks, 2026-10-12 09:42. */
export function wallCell(instant: Date | string | null, timeZone: string): Cell {
  if (instant === null) return null;
  const { date, time } = toWallTime(new Date(instant).toISOString(), timeZone);
  return `${date} ${time}`;
}

/** Which clocks a column of times goes by: 'Último acceso (hora de Ciudad de México)'. */
export function wallHeader(title: string, timeZone: string): string {
  return `${title} (${timeZone === 'UTC' ? 'UTC' : `hora de ${zoneName(timeZone)}`})`;
}
