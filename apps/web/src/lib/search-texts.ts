/**
 * Texts typed into the search boxes of lists. They may be patients' names, so they are neither in the address nor
 * in the browser's history, which cannot be cleared when the session ends. The history entry has a key, and this
 * tab's storage maps it to the text until the session ends.
 */
const STORAGE_KEY = 'simiente-search-texts';
/** Each search during typing adds a text; the oldest texts are dropped. */
const MAX_TEXTS = 500;

/** Stores a text and returns its key. */
export function storeSearchText(text: string): string {
  const texts = readTexts();
  const sameKey = Object.keys(texts).find((key) => texts[key] === text);
  if (sameKey !== undefined) return sameKey;
  const key = crypto.randomUUID();
  const newest = Object.entries(texts).slice(1 - MAX_TEXTS);
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries([...newest, [key, text]])));
  return key;
}

/** The text of a key; empty after `clearSearchTexts`. */
export function readSearchText(key: string | undefined): string {
  return key === undefined ? '' : (readTexts()[key] ?? '');
}

export function clearSearchTexts(): void {
  sessionStorage.removeItem(STORAGE_KEY);
}

function readTexts(): Readonly<Record<string, string>> {
  return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}');
}
