import {
  type ErrorCode,
  errorTable,
  type InputIssue,
  type StaleDetails,
} from '@simiente/contract/common/errors';
import type { RecordKind } from '@simiente/contract/common/record-kinds';

/** A record whose data are in `details`. */
interface ShownRecord {
  readonly kind: RecordKind;
  readonly id: string;
  readonly patientId?: string | null | undefined;
}

/** An error answer must not grow with the input. */
const MAX_ISSUES = 20;
const MAX_PATH_LENGTH = 100;
const MAX_MESSAGE_LENGTH = 300;

/** A failure that the client may see: its code determines status and text. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ErrorCode;
  readonly issues: readonly InputIssue[];
  /** Extra data that the error code defines, such as `StaleDetails`. */
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
    this.issues = (options.issues ?? []).slice(0, MAX_ISSUES).map(({ path, message }) => ({
      path: truncate(path, MAX_PATH_LENGTH),
      message: truncate(message, MAX_MESSAGE_LENGTH),
    }));
    this.details = options.details;
    this.shows = [options.shows ?? []].flat();
    this.retryAfter = options.retryAfter;
  }
}

/** A rejection that the form shows at a field. */
export const toFieldProblem = (
  code: ErrorCode,
  path: string,
  message: string = errorTable[code].message,
) => new Problem(code, { issues: [{ path, message }] });

/** The rejection of an edit of an old version, with the current record. */
export function toStaleProblem<Current>(current: Current, shows?: ShownRecord): Problem {
  const details = { current } satisfies StaleDetails<Current>;
  return new Problem('STALE_VERSION', { details, ...(shows && { shows }) });
}

/**
 * Rejects an edit of an old version. Without a version (legacy client), any edit is accepted.
 * @param read the current record for the answer
 */
export async function rejectStale<Current>(
  version: number | undefined,
  before: { readonly version: number },
  read: () => Current | Promise<Current>,
  shows?: ShownRecord,
): Promise<void> {
  if (version === undefined || version === before.version) return;
  throw toStaleProblem<Current>(await read(), shows);
}

function truncate(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).toWellFormed()}…`;
}
