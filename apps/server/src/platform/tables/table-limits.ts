import type * as z from 'zod';

/** Reason in Spanish why nothing of a file was imported. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
}

export function requireAtMost(count: number, max: number, noun: string): void {
  if (count <= max) return;
  throw new ImportError(
    `El archivo tiene más de ${max.toLocaleString('es-MX')} ${noun}. Divídelo en varios.`,
  );
}

const nouns = { rows: 'filas', columns: 'columnas', cells: 'celdas', text: 'caracteres' } as const;

/** Maximum rows, columns, cells, and characters of all cells. */
export type TableLimits = Readonly<Record<keyof typeof nouns, number>>;

export const tableLimits = (rows: number): TableLimits => ({
  rows,
  columns: 500,
  cells: Math.min(rows * 100, 2_000_000),
  text: Math.min(rows * 2000, 32 * 1024 * 1024),
});

export function requireWithinLimits(counts: Partial<TableLimits>, limits: TableLimits): void {
  for (const kind of ['columns', 'rows', 'cells', 'text'] as const) {
    requireAtMost(counts[kind] ?? 0, limits[kind], nouns[kind]);
  }
}

/**
 * Parses the map of a table's columns.
 * @param hint possible values of a heading, for users
 * @throws ImportError for an invalid map
 */
export function parseColumnMap<Columns>(
  json: string,
  schema: z.ZodType<Columns>,
  hint: string,
): Columns {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json.replace(/^\uFEFF/, ''));
  } catch {
    throw new ImportError('El mapa de columnas no es JSON válido.');
  }
  const { data, error } = schema.safeParse(parsed);
  if (error === undefined) return data;
  const field = String(error.issues[0]?.path[0] ?? '');
  throw new ImportError(
    `El mapa de columnas no es válido${field === '' ? '' : ` en «${field}»`}: ${hint}.`,
  );
}
