/** `【4:2†source】` and `[4:2†source]`: citation markers of a language model. */
export const CITATION = /【[^【】]*】|\[\d+(?::\d+)?†[^[\]]*\]/g;

/** A citation with the gap that it would leave before a full stop or at the end of a line. */
const CITED = new RegExp(
  `[ \\t]{0,4}(?:(?:${CITATION.source})[ \\t]{0,4})*(?:${CITATION.source})(?=[\\s.,;:]|$)|${CITATION.source}`,
  'g',
);

const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;

/** Elements whose content is not text. */
const NOT_TEXT = /<(script|style|iframe|object|svg)\b[^<>]{0,2000}>[\s\S]*?(?:<\/\1\s*>|$)/gi;

/**
 * An HTML tag, by its name. Anything else after `<` is text: 'FSH <LOQ', '3 < 5'. Quoted attributes may contain a
 * '>'.
 */
const TAG =
  /<(\/?)(a|abbr|article|audio|b|blockquote|body|br|center|code|del|div|em|embed|figure|font|footer|form|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|li|link|main|mark|meta|object|ol|p|pre|s|script|section|small|span|strong|style|sub|sup|svg|table|tbody|td|textarea|tfoot|th|thead|title|tr|u|ul|video)(?:\s(?:"[^"]{0,2000}"|'[^']{0,2000}'|[^<>"']){0,500})?\/?>/gi;

/** Elements that begin and end a line. */
const BLOCK =
  /^(article|blockquote|center|div|figure|footer|form|h[1-6]|header|li|main|ol|p|pre|section|table|tr|ul)$/i;

/** Entities that programs write instead of a character, in addition to accented letters. */
const NAMED = `
amp &  lt <  gt >  quot "  apos '  iquest ¿  iexcl ¡  laquo «  raquo »  ldquo “  rdquo ”
lsquo ‘  rsquo ’  hellip …  ndash –  mdash —  bull •  middot ·  deg °  ordm º  ordf ª
le ≤  ge ≥  ne ≠  minus −  times ×  plusmn ±  micro µ  mu μ  alpha α  beta β  frac12 ½
sup2 ²  sup3 ³
`;
const ENTITIES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    NAMED.trim()
      .split(/ {2}|\n/)
      .map((pair) => pair.split(' ')),
  ),
  nbsp: ' ',
};
const ACCENTS: Readonly<Record<string, string>> = {
  acute: '\u0301',
  uml: '\u0308',
  tilde: '\u0303',
};

/** The character of an HTML entity; undefined for an unknown name. */
export function entityCharacter(name: string): string | undefined {
  const accented = /^([A-Za-z])(acute|uml|tilde)$/.exec(name);
  if (accented === null) return ENTITIES[name];
  return `${accented[1]}${ACCENTS[accented[2] ?? '']}`.normalize('NFC');
}

const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}\d{0,2}));/gi;

/** The maximum length of an emphasis or a link. Without a limit, a long text of loose marks takes quadratic time. */
const MAX_MARKED_LENGTH = 500;

/**
 * Marks at the beginning of a line. A bullet is removed; a number stays, because it may be a step of a treatment.
 */
const LINE_MARKS: readonly (readonly [RegExp, string])[] = [
  // A horizontal rule, the fence of a code block, and the line below the head of a table.
  [/^[ \t]*(?:([-*_=])(?:[ \t]*\1){2,}|```.*)[ \t]*$/gm, ''],
  [/^(?=.*\|)[ \t|:+-]+$/gm, ''],
  [/^[ \t]*#{1,6}(?:[ \t]+|$)/gm, ''],
  [/^[ \t]*[-*+](?:[ \t]+|$)/gm, ''],
  [/^[ \t]*>[ \t]?(?=\p{L})/gmu, ''],
  [/^[ \t]*\|[ \t]*|[ \t]{0,4}\|[ \t]*$/gm, ''],
  [/[ \t]{0,4}\|[ \t]{0,4}/g, ' · '],
];

/** Marks in pairs. An asterisk between two digits multiplies, and a single mark is text: 'a_b', 'p*'. */
const PAIRS: readonly RegExp[] = [
  new RegExp(
    `(?<![\\\\*])(\\*{2,3})(?=[^\\s*])([^\\n]{1,${MAX_MARKED_LENGTH}}?)(?<=[^\\s*])\\1(?!\\*)`,
    'g',
  ),
  new RegExp(
    `(?<![\\\\*\\d])(\\*)(?=[^\\s*])([^*\\n]{1,${MAX_MARKED_LENGTH}}?)(?<=[^\\s*])\\*(?![*\\d])`,
    'g',
  ),
  new RegExp(
    `(?<![\\p{L}\\p{N}_\\\\])(_{1,3})(?=[^\\s_])([^\\n]{1,${MAX_MARKED_LENGTH}}?)(?<=[^\\s_])\\1(?![\\p{L}\\p{N}_])`,
    'gu',
  ),
  /(`{1,2})([^`\n]+)\1/g,
];

const LINK = new RegExp(
  `!?\\[([^\\[\\]\\n]{0,${MAX_MARKED_LENGTH}})\\]\\([^()\\s]{0,2000}(?:[ \\t]+"[^"\\n]{0,${MAX_MARKED_LENGTH}}")?\\)`,
  'g',
);
const ADDRESS = /<((?:https?:\/\/|mailto:)[^\s<>]+)>/g;
const ESCAPED = /\\([\\`*_{}[\]()#+\-.!|<>])/g;
const BLANK_LINES = /\n[ \t]*(?:\n[ \t]*)+\n/g;

/**
 * The words of a report, without HTML, Markdown and citation markers. A text without them stays unchanged.
 * Clinical text that looks like markup stays: 'FSH <LOQ y >12 UI/L', '3 < 5', 'a_b'.
 */
export function withoutMarkup(text: string): string {
  const words = withoutMarkdown(withoutHtml(text.replaceAll(CITED, '')));
  return words === text ? text : words.replaceAll(BLANK_LINES, '\n\n').trim();
}

function withoutHtml(text: string): string {
  return text
    .replaceAll(COMMENT, '')
    .replaceAll(NOT_TEXT, '')
    .replaceAll(TAG, (_, closing: string, name: string) => {
      if (/^[bh]r$/i.test(name)) return '\n';
      if (/^t[dh]$/i.test(name)) return closing === '' ? '' : ' ';
      return BLOCK.test(name) ? '\n\n' : '';
    })
    .replaceAll(ENTITY, (entity, decimal?: string, hexadecimal?: string, name = '') => {
      if (name !== '') return entityCharacter(name) ?? entity;
      const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
      return code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : '\uFFFD';
    });
}

function withoutMarkdown(text: string): string {
  let words = text;
  for (const [mark, instead] of LINE_MARKS) words = words.replaceAll(mark, instead);
  words = words.replaceAll(LINK, '$1').replaceAll(ADDRESS, '$1');
  for (const pair of PAIRS) words = words.replaceAll(pair, '$2');
  return words.replaceAll(ESCAPED, '$1');
}
