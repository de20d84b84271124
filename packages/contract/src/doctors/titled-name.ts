const TITLE = /^\s*(?:dr|dra|doctor|doctora)(?![\p{L}\p{N}])\.?\s*/iu;
const FEMININE = /^\s*(?:dra|doctora)/iu;

/** A doctor's name with a title: the one it was typed with, or 'Dr'. */
export function titledName(name: string): string {
  return TITLE.test(name) ? name.trim() : `Dr ${name}`;
}

/** The name without the title it was typed with. */
export function withoutTitle(name: string): string {
  return name.replace(TITLE, '');
}

/** Whether the name was typed with a title that a woman has. */
export function hasFeminineTitle(name: string): boolean {
  return TITLE.test(name) && FEMININE.test(name);
}
