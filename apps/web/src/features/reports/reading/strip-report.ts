import { withoutMarkup } from '@simiente/contract/reports/without-markup';

/** The paragraphs of a report, one a line, as a review of it begins: without markup, and without blank lines and gaps. */
export function reportParagraphs(message: string): string[] {
  return withoutMarkup(message)
    .split('\n')
    .map((line) => line.replaceAll(/[ \t\u00A0]+/g, ' ').trim())
    .filter((line) => line !== '');
}
