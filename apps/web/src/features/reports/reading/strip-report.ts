import { CITATION } from '@simiente/contract/reports/without-markup';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';

const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;

/**
 * An HTML tag, by its name. Anything else after `<` is text: 'FSH <LOQ', '3 < 5'. Quoted attributes
 * may hold a '>'.
 */
const TAG =
  /<(\/?)(a|abbr|article|audio|b|blockquote|body|br|center|code|del|div|em|embed|figure|font|footer|form|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|li|link|main|mark|meta|object|ol|p|pre|s|script|section|small|span|strong|style|sub|sup|svg|table|tbody|td|textarea|tfoot|th|thead|title|tr|u|ul|video)(?:\s(?:"[^"]*"|'[^']*'|[^<>"'])*)?\/?>/gi;

/** Elements whose content is not text. */
const NOT_TEXT = new Set(['SCRIPT', 'STYLE', 'IFRAME', 'OBJECT', 'SVG', 'svg']);

/** Elements that begin and end a line. */
const BLOCKS =
  /^(ADDRESS|ARTICLE|BLOCKQUOTE|BR|CENTER|DIV|FIGURE|FOOTER|FORM|H[1-6]|HEADER|HR|LI|MAIN|OL|P|PRE|SECTION|TABLE|TR|UL)$/;

/**
 * The paragraphs of a report, without HTML, Markdown, citation markers or blank lines. Clinical text
 * that looks like markup stays: 'FSH <LOQ y >12 UI/L', '3 < 5', 'a_b'.
 */
export function reportParagraphs(message: string): string[] {
  const text = withoutHtml(message.replaceAll(CITATION, ''));
  return withoutMarkdown(text)
    .split('\n')
    .map((line) => tidy(line))
    .filter((line) => line !== '');
}

/**
 * Parsed as an inert document, where nothing is loaded or run, and read as text. Attributes are
 * removed first.
 */
function withoutHtml(source: string): string {
  const html: string[] = [];
  const pieces = source.replaceAll(COMMENT, '').split(TAG);
  // split() puts the two captures of each tag between the pieces of text.
  for (let at = 0; at < pieces.length; at += 3) {
    html.push(asText(pieces[at] ?? ''));
    if (at + 2 < pieces.length) html.push(`<${pieces[at + 1]}${pieces[at + 2]}>`);
  }
  const { body } = new DOMParser().parseFromString(`<body>${html.join('')}`, 'text/html');
  return textOf(body);
}

/** The remaining angle brackets are text; entities are still decoded. */
function asText(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function textOf(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? '';
  if (NOT_TEXT.has(node.nodeName)) return '';
  const words = [...node.childNodes].map(textOf).join('');
  if (node.nodeName === 'TD' || node.nodeName === 'TH') return `${words} `;
  return BLOCKS.test(node.nodeName) ? `\n\n${words}\n\n` : words;
}

/** Constructs that would swallow clinical text: tags, '>12' as a quotation, indented lines as code. */
const AS_TEXT = ['htmlFlow', 'htmlText', 'blockQuote', 'codeIndented', 'definition'];

/** Between two digits an asterisk multiplies. */
const TIMES = /(?<=\d)\*(?=\d)/g;

function withoutMarkdown(text: string): string {
  const escaped = text.replaceAll(TIMES, String.raw`\*`);
  return plain(fromMarkdown(escaped, { extensions: [{ disable: { null: AS_TEXT } }] }));
}

function plain(node: Nodes): string {
  switch (node.type) {
    case 'text':
    case 'inlineCode':
    case 'code':
      return node.value;
    case 'break':
    case 'thematicBreak':
      return '\n';
    case 'image':
      return node.alt ?? '';
    case 'list': {
      const first = node.start ?? 1;
      // A number may be a step of a treatment; a bullet has no meaning.
      const mark = (index: number) => (node.ordered ? `${first + index}. ` : '');
      return node.children.map((item, index) => `${mark(index)}${plain(item).trim()}`).join('\n');
    }
    case 'root':
    case 'listItem':
      return node.children.map(plain).join('\n');
    default:
      return 'children' in node ? node.children.map(plain).join('') : '';
  }
}

/** Remains of Markdown's tables and quotations, and gaps left by removed markers. */
function tidy(line: string): string {
  if (/^[\s|:+-]+$/.test(line) && line.includes('|')) return '';
  // Gaps first: the following patterns would scan a long one again and again.
  return line
    .replaceAll(/[ \t\u00A0]+/g, ' ')
    .replace(/^ ?> (?=\p{L})/u, '')
    .replace(/^ ?\| ?| ?\| ?$/g, '')
    .replaceAll(/ ?\| ?/g, ' · ')
    .replaceAll(/ +([.,;:](?:\s|$))/g, '$1')
    .trim();
}
