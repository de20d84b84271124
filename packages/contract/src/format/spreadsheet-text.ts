/**
 * The beginning of a formula, also after characters that spreadsheets trim or ignore: spaces, quotes, invisible
 * marks. Some spreadsheets convert full-width signs.
 */
const FORMULA = /^[\s\p{Z}\p{Cf}\p{Cc}'"`´‘’“”«»]*[=+\-@＝＋－＠]/u;
/** Spreadsheets ignore these characters at the beginning, and interpret the rest. */
const CONTROL = /^[\t\r\n]/;

/**
 * Beginnings of cells in a spreadsheet that separates by semicolons, as in many countries, or by tabs. Quotes
 * within a cell protect neither separators nor lines. Looks back from each sign, which takes linear time.
 */
const INNER_FORMULA = /(?=[=+\-@＝＋－＠])(?<=[;\t\r\n][\s\p{Z}\p{Cf}\p{Cc}'"`´‘’“”«»]*)/gu;

/**
 * Prevents a spreadsheet from computing a text: an apostrophe before a formula makes it a text. A phone such as
 * +52 55 1234 5678 gets one too, so that it does not become a number.
 */
export function escapeFormula(text: string): string {
  const inner = text.replaceAll(INNER_FORMULA, "'");
  return FORMULA.test(text) || CONTROL.test(text) ? `'${inner}` : inner;
}
