import { MOST_SENT_ROWS } from '@simiente/contract/results/file-calls';

/** Why nothing of a file was imported, for the user who imports it. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused';
}

/** @throws ImportRefused for more rows or messages than one request reads */
export function refuseMany(count: number, noun: 'filas' | 'mensajes'): void {
  if (count <= MOST_SENT_ROWS) return;
  throw new ImportRefused(
    `El archivo tiene más de ${MOST_SENT_ROWS.toLocaleString('es-MX')} ${noun}. Divídelo en varios.`,
  );
}
