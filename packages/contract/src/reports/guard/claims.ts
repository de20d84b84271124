import type { Mention } from './mentions.ts';
import type { WrittenNumber } from './numbers.ts';
import type { Span } from './plain-text.ts';
import type { Time } from './times.ts';
import type { WrittenQuantity } from './tokens.ts';
import type { Limit, Region, Sign } from './vocabulary.ts';
import type { WrittenUnit } from './written-units.ts';

/** An analyte that a clause is about. */
export interface Subject {
  readonly mention: Mention;
  readonly times: readonly Time[];
  /** The unit in brackets after its name; null without one. */
  readonly unit: WrittenUnit | null;
  /** The unit of its value in the sentence before; absent without one. */
  readonly valueUnit?: WrittenUnit | undefined;
}

/** A number, or a range, in the unit of its analyte. */
export interface Figure extends Span {
  readonly number: WrittenNumber;
  readonly to: WrittenNumber | null;
  readonly unit: WrittenUnit;
  readonly unitAt: Span | null;
}

/** The claimed position of a value: on a side of a limit, at it, or inside or outside a range. */
export type Relation = Sign | 'inside' | 'outside' | 'at';

interface ByKind {
  value: { subject: Subject; figure: Figure };
  reference: { subject: Subject; figure: Figure; limit: Limit; sign: Sign | null };
  /** `figure` is the limit in numbers. `limitTimes` is its time if it is a value: 'menor que la de abril (22)'. */
  comparison: {
    subjects: readonly Subject[];
    relation: Relation;
    figure: Figure | null;
    limit: Limit | null;
    limitTimes: readonly Time[];
    isNegated: boolean;
    /** 'Levemente disminuida': no source defines the degrees, so the claim may be false, but is not confirmed. */
    hasDegree: boolean;
  };
  change: {
    subject: Subject;
    direction: 'up' | 'down' | null;
    from: Figure;
    fromTimes: readonly Time[];
    to: Figure;
  };
  /** `parts` is null for a condition that no result decides. */
  condition: { parts: readonly string[] | null; isNegated: boolean };
  /** `letters` is null for a deletion of an unnamed region. */
  regions: { letters: readonly Region[] | null; isDeleted: boolean };
  growth: { of: 'urine' | 'semen' | null; grows: boolean };
  /** `isSeenInPellet` is null without 'tampoco en el sedimento' or 'y sí en el sedimento'. */
  sperm: { place: 'sample' | 'pellet' | 'urine'; isSeen: boolean; isSeenInPellet: boolean | null };
  /** A number or statement of no known form. */
  unread: { quantity: WrittenQuantity | null };
}
export type ClaimKind = keyof ByKind;

/** A statement of a clause, which the results may confirm. */
export type ClaimOfKind<Kind extends ClaimKind> = {
  [One in Kind]: Readonly<ByKind[One]> & {
    readonly kind: One;
    readonly start: number;
    readonly end: number;
    readonly times: readonly Time[];
  };
}[Kind];
export type Claim = ClaimOfKind<ClaimKind>;
