import {
  type Finding,
  type FindingList,
  type FindingLog,
  perKind,
  type Tally,
} from './findings.ts';
import type { ImportKind } from './kinds.ts';

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

/** Puts together what the check and the writing found. */
export function reportOf(
  check: FindingLog,
  written: FindingLog,
  removedDemo: RemovedDemoReport | null,
): ImportReport {
  return {
    tallies: perKind((kind) => addTallies(check.tallies[kind], written.tallies[kind])),
    rejected: joinLists(check.rejections, written.rejections),
    repaired: joinLists(check.repairs, written.repairs),
    kept: joinLists(check.keeps, written.keeps),
    overlapping: written.overlaps,
    ignored: check.patterns,
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
  const listed: Finding[] = [...first.listed, ...second.listed];
  return { listed, total: first.total + second.total };
}
