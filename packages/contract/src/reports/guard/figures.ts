import type { Sentence } from '../sentences.ts';
import { type Sign, signBefore } from './comparison.ts';
import { countedIn, type Span, withUnits } from './counted-numbers.ts';
import { APPROXIMATE, findRole, NEAR, type Role } from './figure-role.ts';
import { type Tie, tie, tiesInOrder } from './figure-tie.ts';
import { firstFrom, mentionsIn, type QuotedKey } from './mentions.ts';
import type { WrittenNumber } from './numbers.ts';
import type { WrittenUnit } from './written-units.ts';

/** A number with what it counts, as a text has it. */
export interface Figure {
  readonly number: WrittenNumber;
  /** The other end of a range. */
  readonly to: WrittenNumber | null;
  /** Behind its unit. */
  readonly end: number;
  readonly unit: WrittenUnit;
  /** Where its unit is written, which may be behind another figure that shares it; null without one. */
  readonly unitAt: Span | null;
  readonly sign: Sign | null;
  /** What it is quoted of, the likeliest first; none where the text does not say. */
  readonly keys: readonly QuotedKey[];
  readonly rowName: string | null;
  readonly isComplement: boolean;
  /** Whether the text names what it measures; otherwise that was guessed, and the figure cannot be said to differ. */
  readonly isNamed: boolean;
  readonly role: Role;
  readonly isApproximate: boolean;
  readonly sentence: Sentence;
  /** Where the figure in front of it ends, and the next one begins; null at the ends of its sentence. */
  readonly previous: number | null;
  readonly next: number | null;
}

/** The figures of a text: those with a unit, and those without one that a study knows. */
export function figuresIn(
  plain: string,
  sentences: readonly Sentence[],
  rows: readonly string[],
): Figure[] {
  const mentions = mentionsIn(plain, rows);
  const all = withUnits(plain);
  const perSentence = sentences.map((sentence) => ({
    sentence,
    counted: countedIn(plain, sentence, all, mentions),
  }));
  const counted = perSentence.flatMap((one) => one.counted);
  return perSentence.flatMap(({ sentence, counted: own }) => {
    const figures: Figure[] = [];
    const around = {
      ...{ plain, mentions, counted, sentences },
      own: mentions.slice(
        firstFrom(mentions, 'start', sentence.start),
        firstFrom(mentions, 'end', sentence.end + 1),
      ),
      figures: own.filter(({ unitAt }) => unitAt !== null),
    };
    const ties = new Map<WrittenNumber, Tie>(tiesInOrder(around, own, sentence));
    let from = sentence.start;
    for (const one of own) {
      const isFigure = one.unitAt !== null || one.of !== null || one.keys !== null;
      if (!isFigure) continue;
      const inOrder = ties.get(one.of?.number ?? one.number);
      const tied = inOrder ?? tie(around, one, sentence);
      ties.set(one.number, tied);
      const sign = signBefore(plain, one.number.start, from);
      const isBehindReference = figures.at(-1)?.role === 'reference';
      const role = findRole(plain, one, { from, sign, isBehindReference });
      from = one.end;
      // Hours, days and ages are figures of a sample alone.
      if (one.unit.isTime && !(tied.isNamed && tied.keys.length > 0)) continue;
      figures.push({
        number: one.number,
        to: one.to,
        end: one.end,
        unit: one.unit,
        unitAt: one.unitAt,
        sign,
        keys: tied.keys,
        rowName: tied.rowName,
        isComplement: tied.isComplement,
        isNamed: tied.isNamed || (role === 'reference' && tied.isCarried === true),
        role,
        isApproximate: APPROXIMATE.test(
          plain.slice(Math.max(sentence.start, one.number.start - NEAR), one.number.start),
        ),
        sentence,
        previous: figures.at(-1)?.end ?? null,
        next: null,
      });
    }
    return figures.map((figure, index) => ({
      ...figure,
      next: figures[index + 1]?.number.start ?? null,
    }));
  });
}
