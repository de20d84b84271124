import {
  type ErrorCode,
  errorTable,
  type InputIssue,
  isErrorCode,
} from '@simiente/contract/common/errors';

/** Whether the answer has a text to show, has none, or there was no answer at all. */
type FailureSource = 'answer' | 'wordless' | 'silence';

/** What a failed request means, in the words of the error table. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly code: ErrorCode;
  readonly status: number;
  readonly issues: readonly InputIssue[];
  /** What there is to know besides, for codes whose meaning says so; whoever reads it checks its shape. */
  readonly details?: unknown;
  readonly source: FailureSource;
  /** The code as the answer had it, perhaps of an identity provider; empty without one. */
  readonly answeredCode: string;

  constructor(
    code: ErrorCode,
    message = errorTable[code].message,
    {
      issues = [],
      details,
      source = 'answer',
      answeredCode = code,
    }: {
      issues?: readonly InputIssue[];
      details?: unknown;
      source?: FailureSource;
      answeredCode?: string;
    } = {},
  ) {
    super(message);
    this.code = code;
    this.status = errorTable[code].status;
    this.issues = issues;
    this.details = details;
    this.source = source;
    this.answeredCode = answeredCode;
  }
}

/**
 * Reads the body of a failed answer. One without a code and a text (a proxy's page, say) is UNAVAILABLE; a
 * code that is not of the error table is INTERNAL.
 */
export function failureOf(body: unknown, status?: number): ApiFailure {
  const answer: Readonly<Record<string, unknown>> =
    typeof body === 'object' && body !== null ? { ...body } : {};
  const text = typeof answer.errorMessage === 'string' ? answer.errorMessage : '';
  const answeredCode = answeredCodeOf(answer, status);
  const isNothing = text === '' && answeredCode === '';
  const known = isErrorCode(answeredCode) ? answeredCode : 'INTERNAL';
  return new ApiFailure(isNothing ? 'UNAVAILABLE' : known, text || undefined, {
    issues: Array.isArray(answer.issues) ? (answer.issues as InputIssue[]) : [],
    details: answer.details,
    source: text === '' ? 'wordless' : 'answer',
    answeredCode,
  });
}

function answeredCodeOf({ code, message }: Readonly<Record<string, unknown>>, status?: number) {
  if (typeof code === 'string') return code;
  // The identity library gives its refusal of too many requests no code.
  return status === 429 && typeof message === 'string' ? 'TOO_MANY_REQUESTS' : '';
}

/** The record as it is now, when a change was refused because somebody else made one; not yet looked at. */
export function staleDetails(error: Error | null): unknown {
  if (!(error instanceof ApiFailure) || error.code !== 'STALE_VERSION') return undefined;
  const { details } = error;
  return typeof details === 'object' && details !== null && 'current' in details
    ? details.current
    : undefined;
}

/** Whether nobody has the id that was asked for, or nobody could have it. */
export function isUnknownRecord(error: Error | null): boolean {
  return (
    error instanceof ApiFailure && (error.code === 'NOT_FOUND' || error.code === 'BAD_REQUEST')
  );
}
