import { CITATION } from '../without-markup.ts';

/** What stands in a report and is not read as text: citations, tags, marks of Markdown, addresses. */
const NOT_READ = [
  CITATION,
  /<!--[\s\S]{0,2000}?-->/g,
  /<\/?(?:a|abbr|b|blockquote|br|code|div|em|font|h[1-6]|hr|i|li|mark|ol|p|pre|s|small|span|strong|sub|sup|table|tbody|td|th|thead|tr|u|ul)(?:\s[^<>]*)?\/?>/gi,
  /\]\([^()\s]*\)|https?:\/\/\S+/g,
  // A number or mark in front of an item.
  /^[ \t]*(?:[-*+•]|#{1,6}|\(?\d{1,2}[.)])(?=[ \t])/gm,
  /\*\*|__|`|(?<![\d ])\*|\*(?![\d ])|\[|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu,
] as const;

const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  le: '≤',
  ge: '≥',
  ndash: '–',
  mdash: '—',
  minus: '-',
  times: '×',
  micro: 'µ',
  plusmn: '±',
  sup2: '²',
  sup3: '³',
};

const SAME: Readonly<Record<string, string>> = {
  μ: 'µ',
  '×': 'x',
  '✕': 'x',
  '−': '-',
  '‐': '-',
  '‑': '-',
  '∼': '~',
  '％': '%',
};

const blanks = (length: number) => ' '.repeat(length);

/** One character in lower case and without its accent; those that would become two stay. */
function foldCharacter(character: string): string {
  const same = SAME[character];
  if (same !== undefined) return same;
  if (character === 'µ') return character;
  if (character !== '\n' && /\s/u.test(character)) return ' ';
  const form = /[！-～]/.test(character) ? 'NFKC' : 'NFD';
  const base = character.normalize(form).charAt(0).toLowerCase();
  return base.length === character.length ? base : character;
}

/**
 * A text as it is searched: in lower case, without accents and markup, and of the same length, so that what is found
 * is at the same place in the text itself.
 */
export function plainText(text: string): string {
  let plain = text;
  for (const pattern of NOT_READ)
    plain = plain.replaceAll(pattern, (found) => blanks(found.length));
  plain = plain.replaceAll(/&(?<name>[a-z]{2,6}[23]?);/gi, (found, name: string) => {
    const character = ENTITIES[name.toLowerCase()] ?? ' ';
    return character + blanks(found.length - 1);
  });
  return plain.replaceAll(/[^\n -@[-~]/gu, foldCharacter);
}
