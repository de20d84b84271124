import type { BuilderContext } from './random.ts';

/** The kinds with a prefix; a partner's id is its slug instead. */
export type IdPrefix = 'usr' | 'exm' | 'rec' | 'apt' | 'brn' | 'prs' | 'ord' | 'res';

/** Prefix and 80 random bits, in the legacy form: `usr_0a0f374e52510dbe4b2c`. */
export function buildId(context: BuilderContext, prefix: IdPrefix): string {
  return `${prefix}_${buildHex(context, 20)}`;
}

export function buildHex({ faker }: BuilderContext, length: number): string {
  return faker.string.hexadecimal({ length, casing: 'lower', prefix: '' });
}

/** A text without accents, in lower case: 'Íñigo Muñoz' → 'inigo munoz'. */
export function foldText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

const MAX_SLUG_LENGTH = 40;

/** A partner's subdomain: 3 to 40 lower-case letters, digits and hyphens, cut between words. */
export function toSlug(name: string): string {
  const words = foldText(name)
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  let slug = '';
  for (const word of words) {
    const longer = slug === '' ? word : `${slug}-${word}`;
    if (longer.length > MAX_SLUG_LENGTH) break;
    slug = longer;
  }
  return (slug || words.join('').slice(0, MAX_SLUG_LENGTH)).padEnd(3, '0');
}
