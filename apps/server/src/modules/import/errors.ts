/** The import was refused, and nothing was changed. The message is for the operator. */
export class ImportRefused extends Error {
  override readonly name: string = 'ImportRefused';
}

/** The file is not a complete export. */
export class BrokenExport extends ImportRefused {
  override readonly name = 'BrokenExport';
  /** The record or list with the error, as `users[7]`. */
  readonly path: string | null;

  constructor(message: string, path: string | null) {
    super(message);
    this.path = path;
  }
}
