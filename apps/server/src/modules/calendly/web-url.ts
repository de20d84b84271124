/** A URL that may be opened as a page; null for one that could run code when it is clicked. */
export function webUrl(text: string | null): string | null {
  const parsed = text === null ? null : URL.parse(text);
  return parsed?.protocol === 'https:' || parsed?.protocol === 'http:' ? parsed.href : null;
}
