import { withoutMarkup } from '@simiente/contract/reports/without-markup';

/** The paragraphs of a report, one a line, as a review of it begins: without markup, and without blank lines and gaps. */
export function reportParagraphs(message: string): string[] {
  return withoutMarkup(message)
    .split('\n')
    .map((line) => line.replaceAll(/[ \t\u00A0]+/g, ' ').trim())
    .filter((line) => line !== '');
}

/** The parts of a paragraph, of which the marked ones are these sentences; `at` is where each begins. */
export function markedParts(paragraph: string, marked: readonly string[]) {
  const cuts = new Map<number, number>();
  for (const sentence of marked) {
    const at = paragraph.indexOf(sentence);
    if (at >= 0) cuts.set(at, at + sentence.length);
  }
  let end = 0;
  const parts = [...cuts]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([start, stop]) => {
      const before = { at: end, part: paragraph.slice(end, start), isMarked: false };
      end = stop;
      return [before, { at: start, part: paragraph.slice(start, stop), isMarked: true }];
    });
  return [...parts, { at: end, part: paragraph.slice(end), isMarked: false }].filter(
    ({ part }) => part !== '',
  );
}
