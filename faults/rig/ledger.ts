/** The requested writes, and the acknowledged ones. */
export type Entry = Patient | Exam | Appointment;

interface Patient {
  readonly kind: 'patient';
  /** Unique. */
  readonly name: string;
  /** The acknowledged id; null before that. */
  id: string | null;
}

interface Exam {
  readonly kind: 'exam';
  /** Unique. */
  readonly type: string;
  id: string | null;
}

interface Appointment {
  readonly kind: 'appointment';
  readonly patientId: string;
  readonly startsAt: string;
  id: string | null;
}

/** A patient that all writers edit. */
export interface Edited {
  readonly id: string;
  version: number;
  acknowledged: number;
  /** Edits whose answer was not awaited. */
  unknown: number;
}

export class Ledger {
  readonly entries: Entry[] = [];
  readonly edited: Edited[] = [];
  /** Wrong answers and inconsistent states, in words. */
  readonly violations: string[] = [];
  /** Requests without an answer, or with one to retry later. */
  unanswered = 0;
  unavailable = 0;

  get acknowledged(): number {
    const edits = this.edited.reduce((sum, { acknowledged }) => sum + acknowledged, 0);
    return this.entries.filter(({ id }) => id !== null).length + edits;
  }
}
