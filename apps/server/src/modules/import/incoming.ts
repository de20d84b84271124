import { Rejection } from './fields.ts';
import type { Findings } from './findings.ts';
import type { ImportKind } from './kinds.ts';

/** A record that passed the checks of its own fields. */
export interface Incoming<Row> {
  /** As `users[7]`. */
  readonly place: string;
  readonly row: Row;
}

/** Counts a record and reads it; null, and a finding, when it cannot be imported. */
export function incomingOf<Row>(
  kind: ImportKind,
  place: string,
  findings: Findings,
  read: () => Row,
): Incoming<Row> | null {
  findings.read(kind);
  return acceptableOf(kind, place, findings, read);
}

/** The same for a record that was counted already. */
export function acceptableOf<Row>(
  kind: ImportKind,
  place: string,
  findings: Findings,
  read: () => Row,
): Incoming<Row> | null {
  try {
    return { place, row: read() };
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    findings.rejected(kind, place, error.message);
    return null;
  }
}
