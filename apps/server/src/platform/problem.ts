import type { ErrorCode, InputIssue } from '@simiente/contract/common/errors';
import type { RecordKind } from '@simiente/contract/common/record-kinds';

/** A record whose data are in `details`. */
interface ShownRecord {
  readonly kind: RecordKind;
  readonly id: string;
  /** The patient whom it concerns. */
  readonly patientId?: string | null | undefined;
}

/** An error answer must not grow with the input. */
const MOST_ISSUES = 20;
const LONGEST_PATH = 100;
const LONGEST_MESSAGE = 300;

/** A failure that the client may see: its code determines status and text. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ErrorCode;
  readonly issues: readonly InputIssue[];
  /** The data that the code requires. */
  readonly details: Readonly<Record<string, unknown>> | undefined;
  /** Records whose data are in `details`, for the audit, because sending them is a read. */
  readonly shows: readonly ShownRecord[];
  /** Seconds for Retry-After, for 429 and 503. */
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
    super(code, { cause: options.cause });
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
