import type { ErrorCode, InputIssue } from '@simiente/contract/common/errors';
import { firstErrors } from '@simiente/contract/common/first-errors';

/** 'answer' has a message to show, 'wordless' is an answer without a message, 'silence' is no answer. */
type FailureSource = 'answer' | 'wordless' | 'silence';

type FirstCode = keyof typeof firstErrors;

function isFirst(code: string): code is FirstCode {
  return Object.hasOwn(firstErrors, code);
}

/** A failed request, by the codes of the error table, whose messages the server sends. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly code: ErrorCode;
  readonly status: number;
  readonly issues: readonly InputIssue[];
  /** Details, for codes that define them; the reader checks their shape. */
  readonly details?: unknown;
  readonly source: FailureSource;
  /** The answered code, possibly of the identity library; empty without one. */
  readonly answeredCode: string;

  constructor(
    code: ErrorCode,
    message = firstErrors[isFirst(code) ? code : 'INTERNAL'].message,
    {
      status = firstErrors[isFirst(code) ? code : 'INTERNAL'].status,
      issues = [],
      details,
      source = 'answer',
      answeredCode = code,
    }: {
      status?: number | undefined;
      issues?: readonly InputIssue[];
      details?: unknown;
      source?: FailureSource;
      answeredCode?: string;
    } = {},
  ) {
    super(message);
    this.code = code;
    this.status = status;
    this.issues = issues;
    this.details = details;
    this.source = source;
    this.answeredCode = answeredCode;
  }
}

/**
 * Parses the body of a failed answer. A body without code and message (for example from a proxy) is UNAVAILABLE. A
 * code without a message is INTERNAL, except for the identity library's codes in `firstErrors`.
 */
export function parseFailure(body: unknown, status?: number): ApiFailure {
  const answer: Readonly<Record<string, unknown>> =
    typeof body === 'object' && body !== null ? { ...body } : {};
  const text = typeof answer.errorMessage === 'string' ? answer.errorMessage : '';
  const answeredCode = parseCode(answer, status);
  const isEmpty = text === '' && answeredCode === '';
  const isOurCode = answeredCode !== '' && (text !== '' || isFirst(answeredCode));
  const code = isOurCode ? (answeredCode as ErrorCode) : 'INTERNAL';
  return new ApiFailure(isEmpty ? 'UNAVAILABLE' : code, text || undefined, {
    status,
    issues: Array.isArray(answer.issues) ? (answer.issues as InputIssue[]) : [],
    details: answer.details,
    source: text === '' ? 'wordless' : 'answer',
    answeredCode,
  });
}

/** The failure for a successful answer in an invalid form, such as the page of a proxy. */
export const invalidAnswer = (): ApiFailure => parseFailure(null);

function parseCode({ code, message }: Readonly<Record<string, unknown>>, status?: number) {
  if (typeof code === 'string') return code;
  // The identity library answers too many requests without a code.
  return status === 429 && typeof message === 'string' ? 'TOO_MANY_REQUESTS' : '';
}

/** The current record in a STALE_VERSION rejection, whose shape is not checked yet. */
export function staleDetails(error: Error | null): unknown {
  if (!(error instanceof ApiFailure) || error.code !== 'STALE_VERSION') return undefined;
  const { details } = error;
  return typeof details === 'object' && details !== null && 'current' in details
    ? details.current
    : undefined;
}

/** Whether the server rejected the requested id: no record has it, or it is malformed. */
export function isUnknownRecord(error: Error | null): boolean {
  return (
    error instanceof ApiFailure && (error.code === 'NOT_FOUND' || error.code === 'BAD_REQUEST')
  );
}

/** The reason of a failure in words: the first issue of the input, or the error itself. */
export function describeFailure(error: Error): string {
  const [issue] = error instanceof ApiFailure ? error.issues : [];
  return issue?.message ?? error.message;
}
