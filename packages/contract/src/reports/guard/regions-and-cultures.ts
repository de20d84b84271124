import { isAnalyteKey } from '../../results/analytes/catalogue.ts';
import { type UnitName, unitLabel } from '../../results/analytes/units.ts';
import { compareDecimals } from '../../results/decimal.ts';
import { writeQuantity } from '../../results/quantity.ts';
import { isUnderFifth } from '../../results/semen/centile.ts';
import type { KnownFact, KnownResult } from '../version.ts';
import type { Span } from './counted-numbers.ts';
import { evaluate, negationIn } from './plain-text.ts';
import { takeNewest } from './time-meant.ts';

const AZF =
  /(?<!\p{L})azf ?-?[abc](?:(?: ?[,/] ?| ?(?:y|e|ni|o) ?)(?:azf ?-?)?[abc](?!\p{L}))*(?!\p{L})/gu;
const DELETED = /(?<!\p{L})(?:micro)?del[ei]ci?on(?:es)?|microdelesion(?:es)?|delet\p{L}+/u;
const PRESENT =
  /(?<!\p{L})(?:presentes?|presencia|conservad\p{L}+|integr\p{L}+|intact\p{L}+|sin alteraciones)/u;
const ABSENT = /(?<!\p{L})(?:ausentes?|ausencia|perdida|perdieron|faltan?|carece\p{L}*)(?!\p{L})/u;
const REGION = { a: 'azfA', b: 'azfB', c: 'azfC' } as const;

export function regionsIn(plain: string, clause: Span, newest: Newest): Statement[] {
  const text = plain
    .slice(clause.start, clause.end)
    // Our own label, 'Ausente (microdeleción)', repeats itself.
    .replaceAll(/(?<=ausente )\(microdelecion\)/g, (label) => ' '.repeat(label.length));
  const named = [...text.matchAll(AZF)];
  const noun = DELETED.exec(text);
  const isOfY = /microdel|region(?:es)? azf/.test(text);
  if (named.length === 0 && !isOfY) return [];
  const letters = named.flatMap(([words]) => [
    ...words.replaceAll(/azf| [yeo] |ni/g, ' ').matchAll(/[abc]/g),
  ]);
  const regions =
    named.length === 0 ? (['a', 'b', 'c'] as const) : letters.map(([one]) => one as 'a');
  const saysThere = PRESENT.test(text);
  const saysAbsent = ABSENT.test(text);
  const isNegated =
    /(?<!\p{L})(?:no|sin|ni|ningun[ao]?|descart\p{L}+|negativ\p{L}+|niega|tampoco)(?!\p{L})/u.test(
      text,
    );
  let deleted: boolean | null = null;
  if (noun) deleted = !(isNegated || saysAbsent);
  else if (saysAbsent) deleted = !isNegated;
  else if (saysThere) deleted = isNegated && !text.includes('sin alteraciones');
  const isMixed = saysThere ? saysAbsent || (noun && isNegated) : saysAbsent && isNegated;
  if (isMixed || negationIn(text) === null || CULTURE.test(text)) deleted = null;
  const facts = regions.map((one) => newest.fact(REGION[one]));
  const answers = facts.map((fact) => (fact ? fact.choice === 'absent' : null));
  const [first] = named;
  const at = first?.index ?? noun?.index ?? 0;
  const found = first?.[0] ?? noun?.[0] ?? '';
  // 'Hay microdeleciones' is true of any region; without them, of all.
  const answer =
    deleted === null
      ? null
      : deleted && named.length === 0
        ? answers.includes(true) || (answers.includes(null) ? null : false)
        : evaluate(answers, !deleted);
  const because = regions
    .map((one, index) => `AZF${one} ${facts[index]?.choice === 'absent' ? 'ausente' : 'presente'}`)
    .join(', ');
  const start = clause.start + at;
  return [
    { start, end: start + found.length, answer, because, analyte: REGION[regions[0] ?? 'a'] },
  ];
}

const CULTURE =
  /(?<!\p{L})(?:(?<urine>urocultivo|cultivo (?:de )?(?:la )?orina|(?<=aisl[^.;]{1,60})orina)|(?<semen>espermocultivo|cultivo (?:de(?:l)? )?(?:semen|seminal|liquido seminal)|(?<=aisl[^.;]{1,60})semen)|cultivos?)(?!\p{L})/u;
const GROWTH =
  /(?<!\p{L})(?:(?<sterile>esteril(?:es)?)|negativ[oa]s?|desarroll\p{L}*|crec(?:imiento|io|ieron)|positiv[oa]s?|aisl\p{L}+|proliferacion)(?!\p{L})/u;

/** Words that decide a statement about a region or a culture. */
export const REGION_OR_CULTURE = [AZF, DELETED, PRESENT, ABSENT, CULTURE, GROWTH];

export function culturesIn(plain: string, clause: Span, newest: Newest): Statement[] {
  const text = plain.slice(clause.start, clause.end);
  const culture = CULTURE.exec(text);
  const growth = GROWTH.exec(text);
  if (culture === null || growth === null) return [];
  const { urine, semen } = culture.groups ?? {};
  const studies =
    urine !== undefined ? [/Orina/] : semen !== undefined ? [/Semen/] : [/Orina/, /Semen/];
  const facts = studies.flatMap((study) => newest.fact('growth', study) ?? []);
  const denied = negationIn(text);
  const saysNone = (growth.groups?.sterile !== undefined) !== denied;
  const isOpen = denied === null || text.search(AZF) >= 0 || DELETED.test(text);
  const answers = facts.map(({ choice }) => choice !== 'none');
  const answer = isOpen ? null : evaluate(answers, saysNone);
  const start = clause.start + growth.index;
  const because = facts.map(({ choice }) =>
    choice === 'none' ? 'sin desarrollo' : 'con desarrollo',
  );
  return [
    {
      start,
      end: start + growth[0].length,
      answer,
      because: because.join(', '),
      analyte: 'growth',
    },
  ];
}

/** A statement in words, and whether the results confirm it; null if they do not decide it. */
export interface Statement extends Span {
  readonly answer: boolean | null;
  /** The results, in words. */
  readonly because: string;
  readonly analyte: string | null;
  /** The records that it rests on. */
  readonly quotes?: readonly string[];
}

/** The newest results of a patient. */
export class Newest {
  readonly numbers: readonly KnownResult[];
  readonly facts: readonly KnownFact[];
  /** The records that were looked at since the last `takeQuotes`. */
  readonly #looked = new Set<string>();
  constructor(results: readonly KnownResult[], facts: readonly KnownFact[]) {
    this.numbers = takeNewest(results);
    this.facts = facts;
  }
  number(analyte: string): KnownResult | undefined {
    const result = this.numbers.find((one) => one.analyte === analyte);
    for (const id of result?.idValue ? [result.idValue] : (result?.sources ?? [])) {
      this.#looked.add(id);
    }
    return result;
  }
  /** A choice that is not final decides nothing. */
  fact(analyte: string, examType?: RegExp): KnownFact | undefined {
    const newest = this.facts.find(
      (one) => one.analyte === analyte && (examType?.test(one.examType) ?? true),
    );
    if (newest?.idValue) this.#looked.add(newest.idValue);
    return newest?.preliminary ? undefined : newest;
  }
  takeQuotes(): string[] {
    const quotes = [...this.#looked];
    this.#looked.clear();
    return quotes;
  }
  underFifth(analyte: string): boolean | null {
    const result = this.number(analyte);
    if (!result || !isAnalyteKey(analyte) || result.unit === null) return null;
    return isUnderFifth(analyte, result, result.unit as UnitName, result.whoEdition);
  }
  isZero(analyte: string): boolean | null {
    const result = this.number(analyte);
    if (!result) return null;
    if (compareDecimals(result.value, '0') > 0) return result.comparator === '<' ? null : false;
    return result.comparator === null ? true : null;
  }
  words(...keys: readonly string[]): string {
    const found = keys.flatMap((key) => this.number(key) ?? []);
    return found.map((one) => `${writeQuantity(one)} ${unitLabel(one.unit)}`.trim()).join(', ');
  }
}
