const TITLE = /^\s*(?:dr|dra|doctor|doctora)(?![\p{L}\p{N}])\.?\s*/iu;
const FEMININE = /^\s*(?:dra|doctora)/iu;

/** A doctor's name with a title: the typed one, or 'Dr'. */
export function titledName(name: string): string {
  return TITLE.test(name) ? name.trim() : `Dr ${name}`;
}

const PARTICLE = /(?<=^|\s)((?:de|del|la|las|los|y|san|santa)\s+)+/giu;

/** Title, first given name and first surname: 'Dra.', 'Ana' and 'de la Cruz' for 'Dra. Ana Luz de la Cruz Ríos'. */
export function shortName(name: string): readonly [title: string, given: string, surname: string] {
  const words = withoutTitle(name)
    .replace(PARTICLE, (particles) => particles.replaceAll(/\s+/gu, '\u00a0'))
    .split(/[^\S\u00a0]+/u)
    .filter((word) => word !== '');
  const [given = name, second] = words;
  const surname = (words.length > 3 ? words.at(-2) : second) ?? '';
  return [TITLE.exec(name)?.[0].trim() ?? 'Dr', given, surname.replaceAll('\u00a0', ' ')];
}

export function withoutTitle(name: string): string {
  return name.replace(TITLE, '');
}

/** Whether the name begins with a feminine title. */
export function hasFeminineTitle(name: string): boolean {
  return TITLE.test(name) && FEMININE.test(name);
}

/** The first letters of the first two words, without the title: 'IF' for 'Dr Ignacio Ferrer'. */
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
