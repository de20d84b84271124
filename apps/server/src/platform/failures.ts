import type { InputIssue } from '@simiente/contract/common/errors';
import type * as z from 'zod';
import { Problem } from './problem.ts';
import { causeChain, hasCode, isDiskFull } from './system-errors.ts';

/** Seconds of Retry-After when the database does not answer. */
export const RETRY_AFTER_UNAVAILABLE = 2;

/** Fastify's errors while it reads a request, as our codes. */
const FASTIFY_PROBLEMS: Readonly<Record<string, Problem['code']>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_REQ_FILE_TOO_LARGE: 'FILE_TOO_LARGE',
  FST_PARTS_LIMIT: 'PAYLOAD_TOO_LARGE',
  FST_FILES_LIMIT: 'PAYLOAD_TOO_LARGE',
  FST_FIELDS_LIMIT: 'PAYLOAD_TOO_LARGE',
  FST_PROTO_VIOLATION: 'BAD_REQUEST',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_INVALID_JSON_BODY: 'MALFORMED_JSON',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'MALFORMED_JSON',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'BAD_REQUEST',
  FST_ERR_BAD_URL: 'BAD_REQUEST',
  FST_ERR_MAX_PARAM_LENGTH: 'NOT_FOUND',
  FST_STATIC_FORBIDDEN_PATH: 'ROUTE_NOT_FOUND',
};

/** SQLSTATEs caused by the input: text that PostgreSQL cannot store, numbers out of range. */
const INPUT_STATES = new Set(['22021', '22P05', '22003', '22008', '22007']);
/** An exclusion constraint: another record occupies the requested time. */
const EXCLUSION_STATE = '23P01';
export const READ_ONLY_STATE = '25006';
/** SQLSTATE classes and network errors that mean "try again later", including deadlocks. */
const UNAVAILABLE_STATE = /^(08|53|57P)/;
const UNAVAILABLE_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'ENOTFOUND',
  // A database that became read-only, or is a standby.
  READ_ONLY_STATE,
  '40001',
  '40P01',
  '55P03',
  '57014',
  'FILE_STORE_UNAVAILABLE',
]);
/** pg reports these without a code. */
const UNAVAILABLE_MESSAGE =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** Converts any error to a problem for the client. Unexpected errors are INTERNAL. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  for (const candidate of causeChain(error)) {
    if (candidate instanceof Problem) return candidate;
    const problem = fromCode(candidate);
    if (problem) return problem;
  }
  return new Problem('INTERNAL', { cause: error });
}

/** A temporary fault, after which the client should repeat its request. */
export function unavailable(cause?: unknown): Problem {
  return new Problem('UNAVAILABLE', { cause, retryAfter: RETRY_AFTER_UNAVAILABLE });
}

export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): z.infer<Schema> {
  const { data, error } = schema.safeParse(input);
  if (error) throw new Problem('BAD_REQUEST', { issues: error.issues.map(toIssue) });
  return data;
}

/** A schema's issue, in the form of an error answer. */
export function toIssue({ path, message }: z.core.$ZodIssue): InputIssue {
  return { path: path.map(String).join('.'), message };
}

function fromCode(error: unknown): Problem | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const fastify = FASTIFY_PROBLEMS[code];
  if (fastify) return new Problem(fastify, { cause: error });
  // The error of @fastify/static for a path outside its folder.
  if ('statusCode' in error && (error.statusCode === 403 || error.statusCode === 404)) {
    return new Problem('ROUTE_NOT_FOUND', { cause: error });
  }
  if (INPUT_STATES.has(code)) return new Problem('BAD_REQUEST', { cause: error });
  if (code === EXCLUSION_STATE) return new Problem('CONFLICT', { cause: error });
  if (isDiskFull(error)) return new Problem('STORAGE_FULL', { cause: error });
  if (
    UNAVAILABLE_STATE.test(code) ||
    UNAVAILABLE_ERRORS.has(code) ||
    UNAVAILABLE_MESSAGE.test(error.message)
  ) {
    return unavailable(error);
  }
  return undefined;
}

export const UNIQUE_VIOLATION = '23505';

/** Whether an error or one of its causes has a code, such as a SQLSTATE. */
export function isCausedBy(error: unknown, code: string): boolean {
  return [...causeChain(error)].some((cause) => hasCode(cause, code));
}

const FULL_DISK = 'No queda espacio en el disco: libera espacio y repite el comando.';
const DAMAGED =
  'La base está dañada: detén Simiente, guarda una copia de la carpeta o de la base como está, y restaura un respaldo en otra con «simiente restore».';

/** Instructions for an operator after a failure of the environment, by SQLSTATE or system error. */
const EXPLANATIONS: Readonly<Record<string, string>> = {
  [READ_ONLY_STATE]:
    'La base de datos está en solo lectura y no acepta cambios: revisa que sea la del servidor principal y que default_transaction_read_only esté apagado.',
  FILE_STORE_UNAVAILABLE:
    'El bucket de FILES_URL dejó de responder: revisa que esté encendido y que haya conexión con él, y vuelve a intentarlo.',
  '53100': FULL_DISK,
  ENOSPC: FULL_DISK,
  EDQUOT: FULL_DISK,
  XX001: DAMAGED,
  XX002: DAMAGED,
};
const UNWRITABLE = new Set(['EROFS', 'EACCES', 'EPERM']);

/** The message for an operator; null for an unexpected fault. */
export function explainToOperator(error: unknown): string | null {
  for (const cause of causeChain(error)) {
    if (!(cause instanceof Error) || !('code' in cause)) continue;
    const code = String(cause.code);
    if (UNWRITABLE.has(code) && 'path' in cause) {
      return `No se puede escribir en ${cause.path} (${code}): dale permiso a este usuario, o monta ese disco con escritura.`;
    }
    const explanation = EXPLANATIONS[code];
    if (explanation !== undefined) return explanation;
  }
  return null;
}

/** The names and codes of an error and its causes, for expected errors that need no stack. */
export function nameFault(error: unknown): string[] {
  return describeFault(error).faults.map(({ name, code }) =>
    code === undefined ? name : `${name} ${code}`,
  );
}

/**
 * The loggable part of an unexpected fault: names, codes and stack frames. Messages are left out, because those of
 * PostgreSQL and Drizzle quote values.
 */
export function describeFault(error: unknown) {
  return {
    faults: [...causeChain(error)].map((cause) =>
      cause instanceof Error
        ? {
            name: cause.name,
            code: 'code' in cause ? cause.code : undefined,
            frames: getFrames(cause),
          }
        : { name: typeof cause },
    ),
  };
}

/** The frames of a stack. Its first lines are the message, which could contain a line that looks like a frame. */
function getFrames({ stack = '', message }: Error): string[] {
  const [, frames = ''] = message === '' ? ['', stack] : stack.split(message);
  return frames.split('\n').filter((line) => line.trimStart().startsWith('at '));
}
