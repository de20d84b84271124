import type { Claim, Subject } from './claims.ts';
import { type Phrase, readPhrases } from './phrases.ts';
import type { Time } from './times.ts';
import type { Token } from './tokens.ts';
import type { WrittenUnit } from './written-units.ts';

const JOINT = '(?:,?y|,?rw?|,)';
/** ', el límite de la OMS', '(OMS 2021)' after a number, unless another number follows. */
const LIMIT_AFTER = '(?:[,(]?(?<limitAfter>L)(?![,_(V>]*F))?';

/**
 * Patterns of clauses and their parts. Each letter is the sign of a phrase, listed as `SIGNS` in `phrases.ts`: A an
 * analyte, F a figure, T a time, V a verb or negation, L a limit, > a comparison. A sentence with a word that no shape
 * takes stays unconfirmed.
 */
const shapes = {
  separator: '[,_;()yw]+',
  /** 'En abril,' before a statement; 'entre abril y octubre', 'respecto a abril' before a change. */
  time: '(?<isPeriod>[BS]?)(?<when>T),?(?=[^,;()y])',
  /** 'El límite inferior de la FSH es de 1.5', 'la referencia es de 1.4', 'repite con 2 a 7 días de abstinencia'. */
  reference: `(?<limit>L)[,()]*(?<analyte>A?)[,()]*(?<furtherLimit>L?)V?(?<sign>>?)B?(?<figure>F)${LIMIT_AFTER}`,
  sharedReference: '(?<limit>L),?w?(?<figure>F)(?<analyte>A)',
  conditions: `(?<verb>V?)w?c(?:${JOINT}c)*`,
  /** 'No hay deleción en AZFa', 'ausencia de AZFc'. */
  deletion: '(?<verb>V?)(?<state>[d+-])(?<regions>z?)',
  /** 'AZFc ausente', 'ni AZFa ni AZFb presentan deleción', 'AZFc: Ausente (microdeleción)'. */
  regions: String.raw`(?<nor>r?)(?<verb>V?)(?<regions>z)(?<furtherRegions>(?:rz)*),?(?<stateVerb>V?)(?<state>(?:[d+]|-(?:\(d\))?)?)`,
  culture: '(?<culture>k),?(?<verb>V?)w?(?<growth>g)',
  growth: '(?<verb>V?)(?<growth>g)(?<culture>k)',
  /** 'No se observaron espermatozoides en la orina', 'orina sin espermatozoides', 'espermatozoides ausentes'. */
  sperm:
    '(?:(?<urine>u)(?:,|(?<with>w))?)?(?<verb>V?)s(?<place>[bu]?)(?:,?(?<stateVerb>V?)(?<state>[+-])|,?(?<finalVerb>V))?(?:,?(?<pellet>q))?',
  /** '12 millones de espermatozoides por mililitro', '34 % de los espermatozoides son inmóviles'. */
  share: 's?,?(?<verb>V?)w?(?<sign>>?)(?<figure>F)(?<sperm>s?)',
  counted: '[sV]*(?<analyte>[Al])',
  /** An analyte, or the next one of a list. */
  first: '(?<verb>V?)(?<analyte>A)',
  next: String.raw`\)*(?:,?y|,)(?<analyte>A)`,

  // After an analyte.
  item: '(?<pause>[,(w_]*)(?<figure>F)',
  /** '(1.5–12.4)', '(referencia ≥ 16)' after a value. */
  aside: String.raw`[,(;]*(?<pause>[,(;])(?:(?<limit>L)[,:(_]*V?)?(?<sign>>?)B?(?<figure>F)${LIMIT_AFTER}\)?`,
  tail: '(?:[,_()yw]*(?<pause>[,_()yw]))?(?<when>T?),?(?<verb>V?)',
  change: '(?<change>\\^)(?<from>F)[t_](?<to>F)(?:B(?<span>T))?',
  level: '(?<level>l)',
  between: 'B(?:(?<limit>L)|(?<figure>F))',
  place: '(?<place>p)(?<limit>L?)(?:[,(]*B?(?<figure>F))?',
  signRange: '(?<sign>>)(?<limit>L)',
  sign: `(?<sign>>)(?<when>T?)(?<limit>L?)(?<pause>[,()]*V?)(?<figure>F)${LIMIT_AFTER}`,
  limit: '(?<limit>L)(?![,(]*F)',
  inside: '(?<limit>L)(?:[,(]*B?(?<figure>F))?',
  value: '(?<figure>F)',
} as const;
type Shape = keyof typeof shapes;
const patterns = Object.fromEntries(
  Object.entries(shapes).map(([shape, pattern]) => [shape, new RegExp(pattern, 'dy')]),
) as Record<Shape, RegExp>;

/** The first phrase of each named group of a shape, and all phrases that the shape took. */
export interface Parts {
  readonly groups: Readonly<Partial<Record<string, Phrase>>>;
  readonly all: readonly Phrase[];
}

function subjectOf(claim: Claim): Subject | null {
  if ('subjects' in claim) return claim.subjects[0] ?? null;
  return 'subject' in claim ? claim.subject : null;
}

/** The phrases of a sentence, the claims read so far, and the index of the next phrase. */
export class Cursor {
  readonly phrases: readonly Phrase[];
  /** The signs of the phrases. */
  readonly signs: string;
  readonly claims: Claim[] = [];
  at = 0;
  /** Times before a clause, which date all later clauses. */
  lead: readonly Time[] = [];
  /** 'Entre abril y octubre', 'respecto a abril': the times of later changes, the earlier one first. */
  period: readonly Time[] = [];

  constructor(tokens: readonly Token[]) {
    this.phrases = readPhrases(tokens);
    this.signs = this.phrases.map(({ sign }) => sign).join('');
  }

  /** Takes the phrases of a shape; null if the next phrases do not match it. */
  take(shape: Shape): Parts | null {
    const pattern = patterns[shape];
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.signs);
    if (found === null) return null;
    const groups = Object.entries(found.indices?.groups ?? {}).flatMap(([part, span]) => {
      const phrase = span && span[1] > span[0] ? this.phrases[span[0]] : undefined;
      return phrase ? [[part, phrase] as const] : [];
    });
    this.at = pattern.lastIndex;
    return { groups: Object.fromEntries(groups), all: this.phrases.slice(found.index, this.at) };
  }

  /** Runs a reader, and restores position and claims if it returns false. */
  attempt(read: () => boolean): boolean {
    const [at, count] = [this.at, this.claims.length];
    if (read()) return true;
    [this.at, this.claims.length] = [at, count];
    return false;
  }

  /** Adds a claim. A number without a unit has that of the value before it: '3.5 ng/mL (2.49–8.36)'. */
  add(claim: Claim): true {
    const subject = subjectOf(claim);
    const figure = 'figure' in claim ? claim.figure : null;
    const unit = figure?.unitAt || subject?.unit ? undefined : this.findValueUnit(subject);
    this.claims.push(figure && unit ? ({ ...claim, figure: { ...figure, unit } } as Claim) : claim);
    return true;
  }

  /** The written unit of the last value of an analyte, otherwise of its last comparison: 'menos de 12 ng/mL'. */
  findValueUnit(subject: Subject | null): WrittenUnit | undefined {
    const isSame = (claim: Claim) =>
      subjectOf(claim)?.mention.keys.join() === subject?.mention.keys.join();
    const figures = this.claims.filter(isSame).flatMap((claim) => {
      const figure = claim.kind === 'change' ? claim.to : 'figure' in claim ? claim.figure : null;
      return figure?.unitAt && claim.kind !== 'reference'
        ? [{ unit: figure.unit, isCompared: claim.kind === 'comparison' }]
        : [];
    });
    const last = figures.findLast(({ isCompared }) => !isCompared) ?? figures.at(-1);
    return last?.unit ?? subject?.valueUnit;
  }

  span(phrases: readonly Phrase[]) {
    return { start: phrases[0]?.start ?? 0, end: phrases.at(-1)?.end ?? 0, times: this.lead };
  }
}
