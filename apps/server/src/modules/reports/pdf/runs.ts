import type { SentenceAuthor } from '@simiente/contract/reports/authorship';

/** Words of one author within a paragraph. */
export interface Run {
  readonly author: SentenceAuthor;
  readonly text: string;
}

/** The paragraphs of a text, each as runs of one author; blank lines are between paragraphs. */
export function paragraphsOf(
  sentences: readonly { readonly text: string; readonly author: SentenceAuthor }[],
): Run[][] {
  const paragraphs: Run[][] = [[]];
  for (const { text, author } of sentences) {
    for (const [index, line] of text.split(/\r\n|[\n\r\u2028\u2029]/).entries()) {
      if (index > 0) paragraphs.push([]);
      const paragraph = paragraphs.at(-1) ?? [];
      const last = paragraph.at(-1);
      const isBlank = line.trim() === '';
      // A space between two authors goes with the words before it.
      if (last && (isBlank || last.author === author)) {
        paragraph.splice(-1, 1, { author: last.author, text: last.text + line });
      } else if (!isBlank) paragraph.push({ author, text: line });
    }
  }
  return paragraphs.filter((runs) => runs.some(({ text }) => text.trim() !== ''));
}
