import { type ImportKind, perKind } from './kinds.ts';

/** What became of one record. */
export type Outcome = 'created' | 'updated' | 'unchanged' | 'kept' | 'rejected';
/** How many records were read, and what became of them: the outcomes add up to `read`. */
export type Tally = Record<'read' | Outcome, number>;

/** Where in the export, as in `users[7].createDate`, and what about it. */
export interface Finding {
  readonly place: string;
  readonly reason: string;
}

/** What a reader of records reports while it reads. */
export interface Findings {
  /** A value that is not kept as it came. */
  repaired(place: string, reason: string): void;
  /** A field or list that nothing of ours corresponds to, by its pattern, as `users[].color`. */
  ignored(pattern: string): void;
}

/** Beyond so many of a sort only their number is kept, so that a file full of faults fits in memory. */
export const MOST_FINDINGS = 100_000;
/** Field names come from the file too. */
const MOST_PATTERNS = 200;

export interface FindingList {
  readonly listed: readonly Finding[];
  /** All of them, also those that are not listed. */
  readonly total: number;
}

/** What became of demo data that an import replaced. */
export interface RemovedDemoReport {
  readonly records: number;
  /** Of them, those that staff had edited or sent to the bin. */
  readonly edited: number;
  /** Files that nothing refers to any more and that the store did not delete. */
  readonly filesLeft: number;
}

/** What an import did. */
export interface ImportReport {
  readonly tallies: Readonly<Record<ImportKind, Tally>>;
  readonly rejected: FindingList;
  readonly repaired: FindingList;
  readonly kept: FindingList;
  /** Appointments that were saved though their doctor has another one then. */
  readonly overlapping: FindingList;
  /** Fields and lists that nothing of ours corresponds to, and how many records had them. */
  readonly ignored: ReadonlyMap<string, number>;
  readonly removedDemo: RemovedDemoReport | null;
}

/** Counts and findings, of the reading or of the writing. */
export class FindingLog implements Findings {
  readonly tallies = perKind(() => ({
    read: 0,
    created: 0,
    updated: 0,
    unchanged: 0,
    kept: 0,
    rejected: 0,
  }));
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
}

class CappedList implements FindingList {
  readonly listed: Finding[] = [];
  total = 0;

  add(place: string, reason: string): void {
    this.total += 1;
    if (this.listed.length < MOST_FINDINGS) this.listed.push({ place, reason });
  }

  /** Those that a query found, with how many there are in all. */
  addAll(found: readonly (Finding & { readonly total: number })[]): void {
    for (const { place, reason } of found) this.add(place, reason);
    this.total += (found[0]?.total ?? 0) - found.length;
  }
}

/** Puts together what the reading and the writing found. */
export function reportOf(
  reading: FindingLog,
  writing: FindingLog,
  removedDemo: RemovedDemoReport | null,
): ImportReport {
  return {
    tallies: perKind((kind) => addTallies(reading.tallies[kind], writing.tallies[kind])),
    rejected: joinLists(reading.rejections, writing.rejections),
    repaired: reading.repairs,
    kept: writing.keeps,
    overlapping: writing.overlaps,
    ignored: reading.patterns,
    removedDemo,
  };
}

/** The sums over all kinds. */
export function totalOf(tallies: ImportReport['tallies']): Tally {
  return Object.values(tallies).reduce(addTallies);
}

function addTallies(first: Tally, second: Tally): Tally {
  return {
    read: first.read + second.read,
    created: first.created + second.created,
    updated: first.updated + second.updated,
    unchanged: first.unchanged + second.unchanged,
    kept: first.kept + second.kept,
    rejected: first.rejected + second.rejected,
  };
}

function joinLists(first: FindingList, second: FindingList): FindingList {
  return { listed: [...first.listed, ...second.listed], total: first.total + second.total };
}
