import { type ImportKind, importKinds } from './kinds.ts';

/** What became of one record. */
export type Outcome = 'created' | 'updated' | 'unchanged' | 'kept' | 'rejected';
/** How many records were read, and what became of them: the outcomes add up to `read`. */
export type Tally = Record<'read' | Outcome, number>;

/** Where in the export, as in `users[7].createDate`, and what about it. */
export interface Finding {
  readonly place: string;
  readonly reason: string;
}

/** What a reader of records tells while it reads. */
export interface Findings {
  read(kind: ImportKind): void;
  rejected(kind: ImportKind, place: string, reason: string): void;
  /** A value that is not kept as it came. */
  repaired(place: string, reason: string): void;
  /** A field or list that nothing of ours corresponds to, by its pattern, as `users[].color`. */
  ignored(pattern: string): void;
}

/** Beyond so many of a sort only their number is kept, so that a file full of faults fits in memory. */
const MOST_FINDINGS = 100_000;
/** Field names come from the file too. */
const MOST_PATTERNS = 200;

export interface FindingList {
  readonly listed: readonly Finding[];
  /** All of them, also those that are not listed. */
  readonly total: number;
}

/** Counts and findings of a reading or a writing. */
export class FindingLog implements Findings {
  readonly tallies = emptyTallies();
  readonly rejections = new CappedList();
  readonly repairs = new CappedList();
  readonly keeps = new CappedList();
  readonly overlaps = new CappedList();
  readonly patterns = new Map<string, number>();

  read(kind: ImportKind): void {
    this.tallies[kind].read += 1;
  }

  rejected(kind: ImportKind, place: string, reason: string): void {
    this.tallies[kind].rejected += 1;
    this.rejections.add(place, reason);
  }

  repaired(place: string, reason: string): void {
    this.repairs.add(place, reason);
  }

  ignored(pattern: string): void {
    const known = this.patterns.get(pattern);
    if (known === undefined && this.patterns.size >= MOST_PATTERNS) return;
    this.patterns.set(pattern, (known ?? 0) + 1);
  }

  kept(kind: ImportKind, place: string, reason: string): void {
    this.tallies[kind].kept += 1;
    this.keeps.add(place, reason);
  }

  /** Kept as it came, at a time that another appointment of its doctor takes. */
  overlapping(place: string, reason: string): void {
    this.overlaps.add(place, reason);
  }

  wrote(kind: ImportKind, outcome: 'created' | 'updated' | 'unchanged'): void {
    this.tallies[kind][outcome] += 1;
  }
}

/** For the second reading of what was already reported on. */
export const nothingNew: Findings = {
  read: () => {},
  rejected: () => {},
  repaired: () => {},
  ignored: () => {},
};

class CappedList implements FindingList {
  readonly listed: Finding[] = [];
  total = 0;

  add(place: string, reason: string): void {
    this.total += 1;
    if (this.listed.length < MOST_FINDINGS) this.listed.push({ place, reason });
  }
}

function emptyTallies(): Record<ImportKind, Tally> {
  return perKind(() => ({
    read: 0,
    created: 0,
    updated: 0,
    unchanged: 0,
    kept: 0,
    rejected: 0,
  }));
}

/** One value for each kind. */
export function perKind<T>(of: (kind: ImportKind) => T): Record<ImportKind, T> {
  const entries = importKinds.map((kind) => [kind, of(kind)] as const);
  return Object.fromEntries(entries) as Record<ImportKind, T>;
}
