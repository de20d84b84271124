import type { PdfDictionary, PdfValue } from './pdf-syntax.ts';

/** Finds whether a PDF opens a web page when it is opened, or runs any action when a page of it is. */
export class PdfOpenings {
  readonly #opened = new Set<number>();
  readonly #browsing = new Set<number>();
  #isActive = false;

  /** @param number of the object; null where it has none, as in a trailer */
  add({ entries }: PdfDictionary, number: number | null): void {
    if (number !== null && opensMore(entries)) this.#browsing.add(number);
    if (entries.has('AA')) this.#isActive = true;
    this.#addAction(entries.get('OpenAction'));
  }

  /** Of all additions, because an object may follow the reference to it. */
  get isActive(): boolean {
    return this.#isActive || [...this.#opened].some((number) => this.#browsing.has(number));
  }

  /** An array is a place in the document, and has `entries` too. */
  #addAction(action: PdfValue | undefined): void {
    if (typeof action !== 'object') return;
    if ('reference' in action) this.#opened.add(action.reference);
    else if ('isAmbiguous' in action && opensMore(action.entries)) this.#isActive = true;
  }
}

/** True for an action that opens a web page, or that another one follows. */
function opensMore(entries: PdfDictionary['entries']): boolean {
  return entries.has('URI') || entries.has('Next');
}
