/** The import was refused, and nothing was changed. The message is for the operator. */
export class ImportRefused extends Error {
  override readonly name: string = 'ImportRefused';
}

/** The error of a truncated file. */
export const CUT_SHORT = 'el archivo termina antes de tiempo';

/** The file is not a complete export. */
export class BrokenExport extends ImportRefused {
  override readonly name = 'BrokenExport';
  /** Bytes from the beginning. */
  readonly offset: number;
  /** The record or list with the error, as `users[7]`. */
  readonly path: string | null;

  constructor(message: string, offset: number, path: string | null) {
    super(message);
    this.offset = offset;
    this.path = path;
  }
}
