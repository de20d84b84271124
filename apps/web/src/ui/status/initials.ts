const TITLES = /^(dr|dra|doctor|doctora)\.?$/i;

/** The first letters of the first two words, without the title: 'Dr Ignacio Ferrer' gives 'IF'. */
export function initials(name: string): string {
  const words = name.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const named = words.filter((word) => !TITLES.test(word));
  return (named.length > 0 ? named : words)
    .slice(0, 2)
    .map((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? '')
    .join('')
    .toLocaleUpperCase('es-MX');
}
