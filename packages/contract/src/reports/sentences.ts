/** A sentence of a report, with its separator from the next, so that all joined are the text again. */
export interface Sentence {
  readonly text: string;
  /** Position in the text. */
  readonly start: number;
  readonly end: number;
}

/** After these a sentence continues, although a full stop and a capital letter follow. */
const ABBREVIATION =
  /(?:^|[\s(«"“*_])(?:dr|dra|drs|dras|sr|sra|srta|lic|mtro|mtra|ing|aprox|núm|num|no|fig|tab|vol|pág|ref|lab|máx|mín|vs|cf|ej|ee|uu|mill|hrs|[a-zñ])\.\s+$/iu;

/** The number of a list's item, or the mark of one. */
const LIST_MARK = /^\s*(?:[-*+•]|#{1,6}|\(?\d{1,3}[.)]|\(?[a-z]\))\s*$/iu;

const isBlank = (text: string) => text.trim() === '';
const endsLine = (text: string) => /[\n\r\u2028\u2029]/.test(text.slice(text.trimEnd().length));
/** Maximum length of a mark or an abbreviation. */
const LONGEST_END = 200;

let segmenter: Intl.Segmenter | undefined;

/**
 * The sentences of a text. A line ends one, as headings and items have no full stop; blank lines belong to the
 * sentence before them, and the number of an item to the sentence that it introduces.
 */
export function splitSentences(text: string): Sentence[] {
  // One costs more to make than all its uses in a text.
  segmenter ??= new Intl.Segmenter('es', { granularity: 'sentence' });
  const pieces: string[] = [];
  for (const { segment } of segmenter.segment(text)) {
    const last = pieces.at(-1);
    const belongs =
      last !== undefined &&
      (isBlank(segment) ||
        isBlank(last) ||
        (!endsLine(last) &&
          ((last.length < LONGEST_END && LIST_MARK.test(last)) ||
            ABBREVIATION.test(last.slice(-LONGEST_END)))));
    if (belongs) pieces[pieces.length - 1] = last + segment;
    else pieces.push(segment);
  }
  let end = 0;
  return pieces.map((piece) => {
    const start = end;
    end += piece.length;
    return { text: piece, start, end };
  });
}

/** UTF-16 units of a draft; an ordinary report has a tenth. */
export const LONGEST_REPORT = 20_000;

/** A sentence of a working copy, as far as its text needs it. */
interface TextPart {
  readonly text: string;
  readonly struck: boolean;
}

/** Separator between two sentences that have no white space of their own. */
function gap(before: string, after: string): string {
  return before === '' || /\s$/.test(before) || /^\s/.test(after) || after === '' ? '' : ' ';
}

/** A text, and where in it each sentence is: null for one that is struck. */
interface JoinedText {
  readonly text: string;
  readonly spans: readonly ({ readonly start: number; readonly end: number } | null)[];
}

/** The text of a working copy, which a signature freezes. Sentences keep their whitespace. */
export function joinSentences(sentences: readonly TextPart[]): JoinedText {
  let text = '';
  const spans = sentences.map((sentence) => {
    if (sentence.struck) return null;
    text += gap(text, sentence.text);
    const start = text.length;
    text += sentence.text;
    return { start, end: text.length };
  });
  return { text, spans };
}
