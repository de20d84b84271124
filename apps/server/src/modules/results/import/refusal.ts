import { MOST_SENT_ROWS } from '@simiente/contract/results/file-calls';

/** Why nothing of a file was imported, for the user who imports it. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused';
}

const grouped = (count: number) => count.toLocaleString('es-MX');

/** @throws ImportRefused for more rows or messages than one request reads */
export function refuseMany(count: number, noun: 'filas' | 'mensajes'): void {
  if (count <= MOST_SENT_ROWS) return;
  throw new ImportRefused(
    `El archivo tiene ${grouped(count)} ${noun}; aquí se importan hasta ${grouped(MOST_SENT_ROWS)} a la vez. Divídelo en varios.`,
  );
}
