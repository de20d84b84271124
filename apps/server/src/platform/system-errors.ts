/** Reason why Simiente cannot start or continue. Its message is a one-line instruction in Spanish. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
  /** An id for tests and operators, such as `data-dir-in-use`. */
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export function diskFull(dataDir: string, cause?: unknown): StartupError {
  return new StartupError(
    'disk-full',
    `No queda espacio en el disco de ${dataDir}: libera espacio y vuelve a arrancar.`,
    { cause },
  );
}

const UNWRITABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT', 'EISDIR']);

/** Converts a failed system call to a StartupError with an instruction. Any other error is returned unchanged. */
export function fromSystemError(error: unknown, dataDir: string): unknown {
  if (!(error instanceof Error) || error instanceof StartupError || !('code' in error)) {
    return error;
  }
  const code = String(error.code);
  if ('syscall' in error && String(error.syscall).startsWith('spawn')) {
    return new StartupError(
      'binaries-missing',
      `No se puede ejecutar el PostgreSQL incluido (${code}): ejecuta npm install o usa un PostgreSQL propio con DATABASE_URL.`,
      { cause: error },
    );
  }
  if (isDiskFull(error)) return diskFull(dataDir, error);
  if (UNWRITABLE.has(code)) {
    return new StartupError(
      'data-dir-unwritable',
      `No se puede escribir en la carpeta de datos ${dataDir} (${code}): dale permiso a este usuario o elige otra con DATA_DIR.`,
      { cause: error },
    );
  }
  return error;
}

export function isMissing(error: unknown): boolean {
  return hasCode(error, 'ENOENT');
}

/** For `catch`: returns a fallback if the path does not exist, and throws every other error. */
export function ifMissing<Fallback>(fallback: Fallback): (error: unknown) => Fallback {
  return (error) => {
    if (isMissing(error)) return fallback;
    throw error;
  };
}

export function alreadyExists(error: unknown): boolean {
  return hasCode(error, 'EEXIST');
}

/** Codes of system errors, and PostgreSQL's SQLSTATE. */
const FULL_DISK = ['ENOSPC', 'EDQUOT', '53100'];

/** Whether a write failed because the disk, or the file store, is full. */
export function isDiskFull(error: unknown): boolean {
  return [...causeChain(error)].some((cause) => FULL_DISK.some((code) => hasCode(cause, code)));
}

/** An error and its causes, outermost first. */
export function* causeChain(error: unknown): Generator<unknown> {
  for (let depth = 0, current = error; current !== undefined && depth < 5; depth += 1) {
    yield current;
    current = current instanceof Error ? current.cause : undefined;
  }
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** The code of an error, or the name of its class, because a message could quote values. */
export function nameError(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
