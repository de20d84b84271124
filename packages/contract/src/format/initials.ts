import { withoutTitle } from '../doctors/titled-name.ts';

/** The first letters of the first two words, without the title: 'Dr Ignacio Ferrer' gives 'IF'. */
export function initials(name: string): string {
  const words = splitWords(withoutTitle(name));
  return (words.length > 0 ? words : splitWords(name))
    .slice(0, 2)
    .map((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? '')
    .join('')
    .toLocaleUpperCase('es-MX');
}

function splitWords(name: string): string[] {
  return name.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
}
