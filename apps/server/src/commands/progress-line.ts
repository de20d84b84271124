import type { ImportProgress } from '../modules/import/load-export.ts';

const PHASES = { check: 'Revisando', write: 'Guardando' } as const;

/** 'Revisando… 12,400 registros (38 %)' */
export function formatProgress({ phase, records, bytes, totalBytes }: ImportProgress): string {
  const share = totalBytes ? ` (${Math.floor((bytes / totalBytes) * 100)} %)` : '';
  return `${PHASES[phase]}… ${records.toLocaleString('es-MX')} registros${share}`;
}
