/** A sentence of a report with its following separator, so that all sentences joined are the text. */
export interface Sentence {
  readonly text: string;
  /** Position in the text. */
  readonly start: number;
  readonly end: number;
}

/** Abbreviations after which a sentence continues, although a full stop and a capital letter follow. */
const ABBREVIATION =
  /(?:^|[\s(«"“*_])(?:dr|dra|drs|dras|sr|sra|srta|lic|mtro|mtra|ing|aprox|núm|num|no|fig|tab|vol|pág|ref|lab|máx|mín|vs|cf|ej|ee|uu|mill|hrs|[a-zñ])\.\s+$/iu;

/** The number or the mark of a list item. */
const LIST_MARK = /^\s*(?:[-*+•]|#{1,6}|\(?\d{1,3}[.)]|\(?[a-z]\))\s*$/iu;

const isBlank = (text: string) => text.trim() === '';
const endsLine = (text: string) => /[\n\r\u2028\u2029]/.test(text.slice(text.trimEnd().length));
/** Maximum length of a list mark or an abbreviation. */
const MAX_END_LENGTH = 200;

let segmenter: Intl.Segmenter | undefined;

/**
 * The sentences of a text. The end of a line ends a sentence, because headings and list items have no full stop.
 * Blank lines belong to the previous sentence, and the number of a list item to the following one.
 */
export function splitSentences(text: string): Sentence[] {
  // Creating a segmenter costs more than segmenting a text.
  segmenter ??= new Intl.Segmenter('es', { granularity: 'sentence' });
  const pieces: string[] = [];
  for (const { segment } of segmenter.segment(text)) {
    const last = pieces.at(-1);
    const continuesLast =
      last !== undefined &&
      (isBlank(segment) ||
        isBlank(last) ||
        (!endsLine(last) &&
          ((last.length < MAX_END_LENGTH && LIST_MARK.test(last)) ||
            ABBREVIATION.test(last.slice(-MAX_END_LENGTH)))));
    if (continuesLast) pieces[pieces.length - 1] = last + segment;
    else pieces.push(segment);
  }
  let end = 0;
  return pieces.map((piece) => {
    const start = end;
    end += piece.length;
    return { text: piece, start, end };
  });
}

/** Maximum UTF-16 units of a draft; an ordinary report has a tenth. */
export const MAX_REPORT_LENGTH = 20_000;

/** The part of a working copy's sentence that determines the text. */
interface TextPart {
  readonly text: string;
  readonly struck: boolean;
}

/** Separator between two sentences without white space of their own. */
function separator(before: string, after: string): string {
  return before === '' || /\s$/.test(before) || /^\s/.test(after) || after === '' ? '' : ' ';
}

/** A text, and the position of each sentence; null for a struck sentence. */
interface JoinedText {
  readonly text: string;
  readonly spans: readonly ({ readonly start: number; readonly end: number } | null)[];
}

/** The text of a working copy, which a signature freezes. Sentences keep their whitespace. */
export function joinSentences(sentences: readonly TextPart[]): JoinedText {
  let text = '';
  const spans = sentences.map((sentence) => {
    if (sentence.struck) return null;
    text += separator(text, sentence.text);
    const start = text.length;
    text += sentence.text;
    return { start, end: text.length };
  });
  return { text, spans };
}
