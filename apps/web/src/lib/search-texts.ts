/**
 * What was typed into the search boxes of lists. It is somebody's name, so no address has it and no
 * entry of the browser's history, which nobody could take back when the session ends: the history has
 * a key, and this tab's storage what it stands for, until it is forgotten.
 */
const NAME = 'simiente-search-texts';
/** A search while somebody types leaves one for each pause of theirs; the oldest go. */
const MOST_TEXTS = 500;

/** The key of a text, the same one each time. */
export function keyOfText(text: string): string {
  const texts = readTexts();
  const known = Object.keys(texts).find((key) => texts[key] === text);
  if (known !== undefined) return known;
  const key = crypto.randomUUID();
  const kept = Object.entries(texts).slice(1 - MOST_TEXTS);
  sessionStorage.setItem(NAME, JSON.stringify(Object.fromEntries([...kept, [key, text]])));
  return key;
}

/** The text behind a key; none after it was forgotten. */
export function textOfKey(key: string | undefined): string {
  return key === undefined ? '' : (readTexts()[key] ?? '');
}

/** From now on no key of before stands for anything. */
export function forgetTexts(): void {
  sessionStorage.removeItem(NAME);
}

function readTexts(): Readonly<Record<string, string>> {
  return JSON.parse(sessionStorage.getItem(NAME) ?? '{}');
}
