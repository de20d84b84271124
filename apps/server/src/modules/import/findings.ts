import { type ImportKind, perKind } from './kinds.ts';

/**
 * `unchanged`: the export has the same values as at the last import. `kept`: the stored record was not overwritten,
 * because staff edited, deleted or merged it, or because staff created a doctor with that e-mail.
 */
export type Outcome = 'created' | 'updated' | 'unchanged' | 'kept' | 'rejected';
/** Number of records read, and number with each outcome; the outcomes add up to `read`. */
export type Tally = Record<'read' | Outcome, number>;

/** A position in the export, such as `users[7].createDate`, and a reason. */
export interface Finding {
  readonly path: string;
  readonly reason: string;
}

export type Findings = Pick<FindingLog, 'addRepair' | 'addNotice' | 'addIgnored'>;

/**
 * Maximum stored findings of a kind, so that a file full of errors fits in memory; further ones are only counted.
 */
const MAX_FINDINGS = 100_000;
/** Patterns are limited because field names come from the file too. */
const MAX_PATTERNS = 200;

/** The demo data that an import replaced. */
export interface RemovedDemoReport {
  readonly records: number;
  /** Removed records that staff had edited or deleted. */
  readonly edited: number;
  /** Unused files that the store did not delete. */
  filesLeft: number;
}

const createTally = (): Tally => ({
  read: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  kept: 0,
  rejected: 0,
});

/** Counts and findings of reading and writing: the report of an import. */
export class FindingLog {
  readonly tallies = perKind(createTally);
  readonly rejected = new FindingList();
  readonly repaired = new FindingList();
  /** Values that were stored unchanged, and should be reviewed. */
  readonly noticed = new FindingList();
  readonly kept = new FindingList();
  /** Appointments that overlap another one of the same doctor. */
  readonly overlapping = new FindingList();
  /** Unknown fields and lists, and how many records had them. */
  readonly ignored = new Map<string, number>();
  removedDemo: RemovedDemoReport | null = null;

  countRead(kind: ImportKind): void {
    this.tallies[kind].read += 1;
  }

  /** Counts the outcome of a record. With a reason, the record is also listed. */
  addOutcome(kind: ImportKind, outcome: Outcome, path: string, reason?: string): void {
    this.tallies[kind][outcome] += 1;
    if (reason === undefined) return;
    (outcome === 'kept' ? this.kept : this.rejected).add(path, reason);
  }

  /** Adds a value that is stored with a change. */
  addRepair(path: string, reason: string): void {
    this.repaired.add(path, reason);
  }

  addNotice(path: string, reason: string): void {
    this.noticed.add(path, reason);
  }

  /** Adds an unknown field or list, by its pattern, such as `users[].color`. */
  addIgnored(pattern: string): void {
    const count = this.ignored.get(pattern);
    if (count === undefined && this.ignored.size >= MAX_PATTERNS) return;
    this.ignored.set(pattern, (count ?? 0) + 1);
  }
}

export class FindingList {
  readonly listed: Finding[] = [];
  /** Includes findings beyond MAX_FINDINGS, which are not in `listed`. */
  total = 0;

  add(path: string, reason: string): void {
    this.total += 1;
    if (this.listed.length < MAX_FINDINGS) this.listed.push({ path, reason });
  }
}

export function sumTallies(tallies: FindingLog['tallies']): Tally {
  const total = createTally();
  for (const tally of Object.values(tallies)) {
    for (const name of Object.keys(total) as (keyof Tally)[]) total[name] += tally[name];
  }
  return total;
}

/** The import was rejected and changed nothing. The message is for the operator. */
export class ImportError extends Error {
  override readonly name: string = 'ImportError';
}

/** The file is not a complete export. */
export class BrokenExport extends ImportError {
  override readonly name = 'BrokenExport';
  /** The record or list with the error, as `users[7]`. */
  readonly path: string | null;
  /** Line and column of a syntax error. */
  readonly position: { readonly line: number; readonly pos: number } | null;

  constructor(message: string, path: string | null, position: BrokenExport['position'] = null) {
    super(message);
    this.path = path;
    this.position = position;
  }
}
