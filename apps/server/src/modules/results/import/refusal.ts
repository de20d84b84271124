/** Why nothing of a file was imported, for who runs it. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused';
}
