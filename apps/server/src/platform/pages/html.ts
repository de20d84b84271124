const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as HTML, also within a quoted attribute. */
export const escapeHtml = (text: string) =>
  text.replaceAll(/[&<>"']/g, (sign) => signs[sign] ?? sign);

/** HTML that `html` made. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | null | readonly Html[];

/** HTML of a template, whose texts are escaped. */
export function html(template: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(
    template.map((piece, index) => `${piece}${renderPart(parts[index] ?? null)}`).join(''),
  );
}

function renderPart(part: Part): string {
  if (part === null) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return part.map(({ text }) => text).join('');
}
