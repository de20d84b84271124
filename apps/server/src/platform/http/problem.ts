import { type ErrorCode, errorTable, type InputIssue } from '@simiente/contract/common/errors';

/** A failure that the caller may know about: its code stands for status and text. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ErrorCode;
  readonly issues: readonly InputIssue[];
  /** What the code's meaning promises besides. */
  readonly details: Readonly<Record<string, unknown>> | undefined;
  /** Seconds after which trying again makes sense, for 429 and 503. */
  readonly retryAfter: number | undefined;

  constructor(
    code: ErrorCode,
    options: {
      issues?: readonly InputIssue[];
      details?: Readonly<Record<string, unknown>>;
      retryAfter?: number;
      cause?: unknown;
    } = {},
  ) {
    super(errorTable[code].meaning, { cause: options.cause });
    this.code = code;
    this.issues = options.issues ?? [];
    this.details = options.details;
    this.retryAfter = options.retryAfter;
  }
}
