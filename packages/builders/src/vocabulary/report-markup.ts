import type { BuilderContext } from '../random.ts';

const sources = ['source', 'guia_OMS_2021.pdf', 'guia_EAU_2024.pdf', 'manual_laboratorio.pdf'];

/**
 * Joins paragraphs as a language model does: each `{cita}` becomes a citation marker, and paragraphs are
 * separated by blank lines, some with spaces.
 */
export function withMarkup(context: BuilderContext, paragraphs: readonly string[]): string {
  const { faker } = context;
  const separators = ['\n\n', '\n\n', '\n', '\n   \n'];
  return paragraphs
    .map((paragraph) => paragraph.replaceAll('{cita}', () => buildCitation(context)))
    .reduce((text, paragraph) => text + faker.helpers.arrayElement(separators) + paragraph);
}

function buildCitation({ faker }: BuilderContext): string {
  const place = `${faker.number.int({ min: 3, max: 9 })}:${faker.number.int({ min: 0, max: 18 })}`;
  return `【${place}†${faker.helpers.arrayElement(sources)}】`;
}
