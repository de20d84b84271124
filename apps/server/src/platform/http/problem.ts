import { type ErrorCode, errorTable, type InputIssue } from '@simiente/contract/common/errors';
import type { RecordKind } from '@simiente/contract/common/record-kinds';

/** A record that `details` show to whoever is answered. */
export interface ShownRecord {
  readonly kind: RecordKind;
  readonly id: string;
  /** The patient whom it concerns. */
  readonly patientId?: string | null | undefined;
}

/** A failure that the caller may know about: its code stands for status and text. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ErrorCode;
  readonly issues: readonly InputIssue[];
  /** What the code's meaning promises besides. */
  readonly details: Readonly<Record<string, unknown>> | undefined;
  /** What `details` show of somebody, for the audit: to be told is to look. */
  readonly shows: readonly ShownRecord[];
  /** Seconds after which trying again makes sense, for 429 and 503. */
  readonly retryAfter: number | undefined;

  constructor(
    code: ErrorCode,
    options: {
      issues?: readonly InputIssue[];
      details?: Readonly<Record<string, unknown>>;
      shows?: ShownRecord | readonly ShownRecord[];
      retryAfter?: number;
      cause?: unknown;
    } = {},
  ) {
    super(errorTable[code].meaning, { cause: options.cause });
    this.code = code;
    this.issues = options.issues ?? [];
    this.details = options.details;
    this.shows = [options.shows ?? []].flat();
    this.retryAfter = options.retryAfter;
  }
}
