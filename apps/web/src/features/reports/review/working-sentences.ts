import { toSubject, withExplanation } from '@simiente/contract/reports/explanations';
import type { Finding } from '@simiente/contract/reports/version';
import type { WrittenSentence } from '@simiente/contract/reports/working-copy';

/** A sentence of the working copy, with a key that stays constant while sentences are edited, added and removed. */
export interface WorkingSentence extends WrittenSentence {
  readonly key: string;
}

export type ReviewAction =
  | { readonly type: 'accept' | 'strike'; readonly key: string }
  | { readonly type: 'remove'; readonly key: string }
  | { readonly type: 'write'; readonly key: string; readonly body: string }
  /** Adds an empty sentence after the sentence with the key `after`; by default at the end. */
  | { readonly type: 'add'; readonly after: string | undefined; readonly key: string }
  | {
      readonly type: 'correct';
      readonly key: string;
      readonly start: number;
      readonly end: number;
      readonly figure: string;
    }
  | {
      readonly type: 'explain';
      readonly key: string;
      readonly finding: Finding;
      readonly text: string | null;
    };

/** Separates the text of a sentence from the spaces and line breaks around it. */
export function splitParts(text: string): { lead: string; body: string; tail: string } {
  const body = text.trim();
  const at = text.indexOf(body);
  return { lead: text.slice(0, at), body, tail: text.slice(at + body.length) };
}

export function withKeys(sentences: readonly WrittenSentence[]): WorkingSentence[] {
  return sentences.map(({ text, origin, accepted, struck, explanations }, index) => {
    const key = `${index}`;
    return { key, text, origin, accepted, struck, explanations };
  });
}

/** The sentences to save, without added sentences that are empty. */
export function toWritten(sentences: readonly WorkingSentence[]): WrittenSentence[] {
  return sentences
    .filter(({ text, origin }) => origin !== null || text.trim() !== '')
    .map(({ key: _key, ...sentence }) => sentence);
}

export function applyAction(
  sentences: readonly WorkingSentence[],
  action: ReviewAction,
): WorkingSentence[] {
  if (action.type === 'add') return add(sentences, action);
  if (action.type === 'remove') return sentences.filter(({ key }) => key !== action.key);
  return sentences.map((sentence) =>
    sentence.key === action.key ? applyChange(sentence, action) : sentence,
  );
}

type Change = Exclude<ReviewAction, { readonly type: 'add' | 'remove' }>;

function applyChange(sentence: WorkingSentence, change: Change): WorkingSentence {
  switch (change.type) {
    case 'accept':
      return { ...sentence, accepted: !sentence.accepted, struck: false };
    case 'strike':
      return { ...sentence, struck: !sentence.struck, accepted: false };
    case 'write': {
      const { lead, tail } = splitParts(sentence.text);
      return withText(sentence, `${lead}${change.body}${tail}`);
    }
    case 'correct': {
      const { text } = sentence;
      return withText(
        sentence,
        `${text.slice(0, change.start)}${change.figure}${text.slice(change.end)}`,
      );
    }
    case 'explain': {
      const explanations = withExplanation(
        sentence.explanations,
        toSubject(change.finding),
        change.text,
      );
      return { ...sentence, explanations };
    }
  }
}

/** Changes the text, which then has to be accepted again. */
function withText(sentence: WorkingSentence, text: string): WorkingSentence {
  return text === sentence.text ? sentence : { ...sentence, text, accepted: false, struck: false };
}

function add(
  sentences: readonly WorkingSentence[],
  { after, key }: Extract<ReviewAction, { readonly type: 'add' }>,
): WorkingSentence[] {
  const position = sentences.findIndex((sentence) => sentence.key === after);
  const index = position < 0 ? sentences.length : position + 1;
  // After the last sentence of a paragraph, the new sentence begins another paragraph.
  const { tail } = splitParts(sentences[index - 1]?.text ?? '');
  const text = tail.includes('\n') ? tail : '';
  const newSentence = { key, text, origin: null, accepted: false, struck: false, explanations: [] };
  return sentences.toSpliced(index, 0, newSentence);
}
