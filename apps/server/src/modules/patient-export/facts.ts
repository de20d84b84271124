import { escapeHtml } from '../../platform/pages/html.ts';

export type Fact = readonly [label: string, value: string | null];

/** A term and its values; nothing without values. `value` may contain links made by `fileLink`. */
export function facts(...all: readonly Fact[]): string {
  const known = all.filter(([, value]) => value !== null && value !== '');
  return `<dl>${known.map(([label, value]) => `<dt>${label}</dt><dd>${value}</dd>`).join('')}</dl>`;
}

export function section(title: string, items: readonly string[]): string {
  const body =
    items.length === 0
      ? '<p>No hay.</p>'
      : items.map((item) => `<article>${item}</article>`).join('\n');
  return `<h2>${title}</h2>\n${body}`;
}

export const plain = (text: string | null): string | null =>
  text === null ? null : escapeHtml(text);
