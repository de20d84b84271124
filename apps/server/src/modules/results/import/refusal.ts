/** Why nothing of a file was imported, for the user who imports it. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused';
}

/** @throws ImportRefused for more of something than is read at once */
export function refuseMore(count: number, most: number, noun: string): void {
  if (count <= most) return;
  throw new ImportRefused(
    `El archivo tiene más de ${most.toLocaleString('es-MX')} ${noun}. Divídelo en varios.`,
  );
}
