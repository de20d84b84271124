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
export interface JoinedText {
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
