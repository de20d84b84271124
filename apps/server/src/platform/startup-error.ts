/** Why Simiente cannot start or go on. Its message is one line in Spanish that says what to do. */
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
