/** What the servers were asked to write, and what they acknowledged. */
export type Entry = Patient | Exam | Appointment;

interface Patient {
  readonly kind: 'patient';
  /** Nobody else's. */
  readonly name: string;
  /** As acknowledged; null while it was not. */
  id: string | null;
}

interface Exam {
  readonly kind: 'exam';
  /** Nobody else's. */
  readonly type: string;
  id: string | null;
}

interface Appointment {
  readonly kind: 'appointment';
  readonly patientId: string;
  readonly startsAt: string;
  id: string | null;
}

/** A patient that everybody edits. */
export interface Edited {
  readonly id: string;
  version: number;
  acknowledged: number;
  /** Edits whose answer nobody waited for. */
  unknown: number;
}

export class Ledger {
  readonly entries: Entry[] = [];
  readonly edited: Edited[] = [];
  /** What should never be answered, or never be the case, in words. */
  readonly faults: string[] = [];
  /** Requests that had no answer, or were told to come back. */
  unanswered = 0;
  unavailable = 0;

  get acknowledged(): number {
    const edits = this.edited.reduce((sum, { acknowledged }) => sum + acknowledged, 0);
    return this.entries.filter(({ id }) => id !== null).length + edits;
  }
}
