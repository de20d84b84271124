import { fold, searchWords } from '@simiente/contract/common/search-words';

/** Whether a text has every word of a search, by the same comparison as the server's lists. */
export function hasEveryWord(text: string, term: string): boolean {
  const folded = fold(text);
  const digits = text.replaceAll(/\D/g, '');
  return searchWords(term).every(
    (word) =>
      folded.includes(fold(word.text)) ||
      (word.digits !== undefined && digits.includes(word.digits)),
  );
}
