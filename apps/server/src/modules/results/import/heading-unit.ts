import {
  type AnalyteKey,
  getAnalyte,
  readAnalyteUnit,
} from '@simiente/contract/results/analytes/catalogue';
import { isUnitText } from '@simiente/contract/results/analytes/read-unit';
import type { UnitName } from '@simiente/contract/results/analytes/units';

/** The unit of a heading: one of its analyte, or an unknown text. */
export type HeadingUnit = { readonly unit: UnitName } | { readonly unknown: string };

const BRACKETS = /[([]((?:[^()[\]]|\(\d+\)|\[\w+\])+)[)\]]/g;

/** Qualifiers in brackets that are not units: matter, method, classes of motility. */
const QUALIFIER =
  /^(?:en )?(?:suero|plasma|sangre|semen|orina|basal|total(?:es)?|libre|manual|casa|(?:oms|who).*|[a-d](?: ?\+ ?[a-d])*|pr|np|im|pr ?\+ ?np|\d+|valor|resultado)$/;

/** Lower case without accents, signs at the end or further spaces. */
export const foldHeading = (heading: string) =>
  heading
    .normalize('NFKD')
    .replaceAll(/[\p{M}\uFEFF.:*]/gu, '')
    .replaceAll(/[\s_-]+/g, ' ')
    .trim()
    .toLocaleLowerCase('es');

export const withoutBrackets = (heading: string) => heading.replace(BRACKETS, ' ');

/** The unit after a heading's name or in brackets; null without one. */
export function headingUnit(heading: string, analyte: AnalyteKey): HeadingUnit | null {
  const { label, short = '', units: own } = getAnalyte(analyte);
  if (own.length === 0) return null;
  const names = new Set([label, short, ...insideBrackets(label)].map(foldHeading));
  const inside = insideBrackets(heading).filter(
    (text) => !names.has(foldHeading(text)) && !QUALIFIER.test(foldHeading(text)),
  );
  const words = withoutBrackets(heading)
    .replaceAll('%', ' % ')
    .split(/[\s_,;:]+/)
    .filter(Boolean);
  const behind = words.slice(1).flatMap((_, index) => {
    const rest = words.slice(index + 1);
    return [rest.join(' '), rest.join('/')];
  });
  for (const text of [...inside, ...behind]) {
    const unit = readAnalyteUnit(analyte, text);
    if (unit !== null) return { unit };
  }
  const unknown = inside[0] ?? behind.find((text) => isUnitText(text) || text.includes('/ml'));
  return unknown === undefined ? null : { unknown };
}

export const insideBrackets = (text: string) =>
  [...text.matchAll(BRACKETS)].map(([, inside = '']) => inside.trim());

/** Unit of a column of durations; null where its heading has none. */
export function durationUnit(heading: string): 'd' | 'h' | 'other' | null {
  const words = foldHeading(heading).split(/[^a-z]+/);
  const has = (pattern: RegExp) => words.some((word) => pattern.test(word));
  if (has(/^(?:sem|semanas?|mes|meses|min|minutos?)$/)) return 'other';
  if (has(/^(?:h|hr|hrs|horas?)$/)) return 'h';
  return has(/^(?:d|dias?)$/) ? 'd' : null;
}
