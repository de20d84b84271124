import type { VersionSentence } from '@simiente/contract/reports/version';

/** A sentence, or the part of it within a paragraph. */
export type Run = Pick<VersionSentence, 'author' | 'text'>;

/** The paragraphs of a text, each as its sentences; blank lines are between paragraphs. */
export function paragraphsOf(sentences: readonly Run[]): Run[][] {
  const paragraphs: Run[][] = [[]];
  for (const { text, author } of sentences) {
    for (const [index, line] of text.split(/\r\n|[\n\r\u2028\u2029]/).entries()) {
      if (index > 0) paragraphs.push([]);
      if (line.trim() !== '') paragraphs.at(-1)?.push({ author, text: line.trim() });
    }
  }
  return paragraphs.filter(({ length }) => length > 0);
}
