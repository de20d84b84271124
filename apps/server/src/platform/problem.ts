import { type ErrorCode, errorTable, type InputIssue } from '@simiente/contract/common/errors';
import type { RecordKind } from '@simiente/contract/common/record-kinds';

/** A record that `details` show to whoever is answered. */
export interface ShownRecord {
  readonly kind: RecordKind;
  readonly id: string;
  /** The patient whom it concerns. */
  readonly patientId?: string | null | undefined;
}

/** An answer that says what is wrong must not grow with what was sent. */
const MOST_ISSUES = 20;
const LONGEST_PATH = 100;
const LONGEST_MESSAGE = 300;

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
    this.issues = (options.issues ?? []).slice(0, MOST_ISSUES).map(({ path, message }) => ({
      path: shortened(path, LONGEST_PATH),
      message: shortened(message, LONGEST_MESSAGE),
    }));
    this.details = options.details;
    this.shows = [options.shows ?? []].flat();
    this.retryAfter = options.retryAfter;
  }
}

function shortened(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1).toWellFormed()}…`;
}
