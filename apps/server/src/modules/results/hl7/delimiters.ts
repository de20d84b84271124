/** Field, component, repetition, escape and subcomponent, as nearly every message has them. */
const USUAL = '|^~\\&';
/** By the letter of an escape sequence, their places above. */
const PLACES: Readonly<Record<string, number>> = { F: 0, S: 1, R: 2, E: 3, T: 4 };
const NAMES = 'FSRET';

const quoted = (signs: string) => signs.replaceAll(/[\\\]^-]/g, '\\$&');

/** Whether five signs can delimit: each another one, and none of a text. */
const canDelimit = (signs: string) =>
  signs.length === USUAL.length &&
  new Set(signs).size === signs.length &&
  !/[\p{L}\p{N}\s]/u.test(signs);

/** A message that chose delimiters of its own (MSH-1 and MSH-2), with the usual ones. */
export function withUsualDelimiters(text: string): string {
  const own = text.slice(3, 8);
  if (own === USUAL || !canDelimit(own)) return text;
  const body = text.indexOf(own.charAt(0), 8);
  if (body < 0) return text;
  const ownEscape = quoted(own.charAt(3));
  const signs = new RegExp(
    `${ownEscape}([^${ownEscape}\\r]*)${ownEscape}|[${quoted(own)}]|[${quoted(USUAL)}]`,
    'g',
  );
  const literal = (sign: string) => {
    const index = USUAL.indexOf(sign);
    return index < 0 ? sign : `\\${NAMES.charAt(index)}\\`;
  };
  const usual = text.slice(body).replaceAll(signs, (sign, sequence: string | undefined) => {
    if (sequence !== undefined) {
      const index = PLACES[sequence];
      return index === undefined ? `\\${sequence}\\` : literal(own.charAt(index));
    }
    const index = own.indexOf(sign);
    return index < 0 ? literal(sign) : USUAL.charAt(index);
  });
  return `MSH${USUAL}${usual}`;
}
