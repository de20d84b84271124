import {
  type ErrorCode,
  errorTable,
  type InputIssue,
  isErrorCode,
} from '@simiente/contract/common/errors';

/** Whether the server said why it refused, said nothing that we can read, or did not answer at all. */
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

  constructor(
    code: ErrorCode,
    message = errorTable[code].message,
    {
      issues = [],
      details,
      source = 'answer',
    }: { issues?: readonly InputIssue[]; details?: unknown; source?: FailureSource } = {},
  ) {
    super(message);
    this.code = code;
    this.status = errorTable[code].status;
    this.issues = issues;
    this.details = details;
    this.source = source;
  }
}

/** Reads the body of a failed answer; one that is not in our form (a proxy's, say) is UNAVAILABLE. */
export function failureOf(body: unknown): ApiFailure {
  if (typeof body !== 'object' || body === null || !('code' in body))
    return new ApiFailure('UNAVAILABLE', undefined, { source: 'wordless' });
  const code = String(body.code);
  const message = 'errorMessage' in body ? String(body.errorMessage) : undefined;
  const issues =
    'issues' in body && Array.isArray(body.issues) ? (body.issues as InputIssue[]) : [];
  const details = 'details' in body ? body.details : undefined;
  return new ApiFailure(isErrorCode(code) ? code : 'INTERNAL', message, { issues, details });
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
