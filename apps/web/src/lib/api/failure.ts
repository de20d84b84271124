import type { ErrorCode, InputIssue } from '@simiente/contract/common/errors';
import { startupErrors } from '@simiente/contract/common/startup-errors';

/** 'answer' has a message to show, 'wordless' is an answer without a message, 'silence' is no answer. */
type FailureSource = 'answer' | 'wordless' | 'silence';

type StartupCode = keyof typeof startupErrors;

function isStartupCode(code: string): code is StartupCode {
  return Object.hasOwn(startupErrors, code);
}

/** A failed request. `code` is from the error table; the message is usually the server's. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly code: ErrorCode;
  readonly status: number;
  readonly issues: readonly InputIssue[];
  /** Details, for codes that define them; the reader checks their shape. */
  readonly details?: unknown;
  readonly source: FailureSource;
  /** The code in the answer, possibly of the identity library; empty if the answer has none. */
  readonly serverCode: string;

  constructor(
    code: ErrorCode,
    message = startupErrors[isStartupCode(code) ? code : 'INTERNAL'].message,
    {
      status = startupErrors[isStartupCode(code) ? code : 'INTERNAL'].status,
      issues = [],
      details,
      source = 'answer',
      serverCode = code,
    }: {
      status?: number | undefined;
      issues?: readonly InputIssue[];
      details?: unknown;
      source?: FailureSource;
      serverCode?: string;
    } = {},
  ) {
    super(message);
    this.code = code;
    this.status = status;
    this.issues = issues;
    this.details = details;
    this.source = source;
    this.serverCode = serverCode;
  }
}

/**
 * Parses the body of a failed answer. A body without code and message (for example from a proxy) is UNAVAILABLE. A
 * code without a message is INTERNAL, except for the identity library's codes in `startupErrors`.
 */
export function parseFailure(body: unknown, status?: number): ApiFailure {
  const answer: Readonly<Record<string, unknown>> =
    typeof body === 'object' && body !== null ? { ...body } : {};
  const text = typeof answer.errorMessage === 'string' ? answer.errorMessage : '';
  const serverCode = parseCode(answer, status);
  const isEmpty = text === '' && serverCode === '';
  const isOurCode = serverCode !== '' && (text !== '' || isStartupCode(serverCode));
  const code = isOurCode ? (serverCode as ErrorCode) : 'INTERNAL';
  return new ApiFailure(isEmpty ? 'UNAVAILABLE' : code, text || undefined, {
    status,
    issues: Array.isArray(answer.issues) ? (answer.issues as InputIssue[]) : [],
    details: answer.details,
    source: text === '' ? 'wordless' : 'answer',
    serverCode,
  });
}

/** The failure for a successful answer in an invalid form, such as the page of a proxy. */
export const invalidAnswer = (): ApiFailure => parseFailure(null);

function parseCode({ code, message }: Readonly<Record<string, unknown>>, status?: number) {
  if (typeof code === 'string') return code;
  // A rate-limited answer (429) of the identity library has a message but no code.
  return status === 429 && typeof message === 'string' ? 'TOO_MANY_REQUESTS' : '';
}

/** The current record in a STALE_VERSION rejection; callers check its shape. */
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
