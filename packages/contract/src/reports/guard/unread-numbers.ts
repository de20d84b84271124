import type { Finding } from '../version.ts';

/** Fractions, digits of other scripts, and amounts in words that no reader turns into a number. */
const UNREAD = [
  /(?<![\d/.,-])\d{1,3} ?\/ ?\d{1,3}(?![\d/])/g,
  /(?:(?![0-9¹²³⁰⁴-⁹])\p{N})+/gu,
  /(?<!\p{L})(?:mitad|terci[oa]s?|(?:tres |un |una |dos )?cuart[oa]s?(?: partes?)|(?:tres|un|dos) cuartos?|quint[oa] (?:parte|percentil)|doble|triple|cuadruple|(?:media )?docenas?|decenas?|centenas?|centenar(?:es)?|duplic\p{L}*|triplic\p{L}*|un par de)(?!\p{L})/gu,
];
/** In capital letters; a single one only behind what is counted by them. */
const ROMAN =
  /(?<![\p{L}\p{N},-])(?:(?=[XVI]{2,})(?=X*[VI])X{0,3}(?:IX|IV|V?I{0,3})|(?<=(?:[Gg]rado|[Tt]ipo|[Cc]lase|[Ee]stadio|[Ff]ase) )[IVX])(?![\p{L}\p{N}])/gu;

/** The numbers of a text that cannot be read, so that none is passed over. */
export function unreadNumbers(text: string, plain: string, read: readonly Finding[]): Finding[] {
  const found = [
    ...UNREAD.flatMap((pattern) => [...plain.matchAll(pattern)]),
    ...text.matchAll(ROMAN),
  ];
  return found.flatMap(({ index: start, 0: { length } }): Finding[] => {
    const end = start + length;
    if (read.some((one) => one.start < end && one.end > start)) return [];
    const figure = text.slice(start, end);
    const message = 'Cifra que no se pudo leer';
    return [{ start, end, figure, unit: null, analyte: null, verdict: 'unknown', message }];
  });
}
