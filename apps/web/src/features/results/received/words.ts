import { examTypeLabel } from '@simiente/contract/exams/catalogue';
import type { ReceivedResult } from '@simiente/contract/results/received-calls';
import { countOf } from '../../../lib/format/numbers.ts';

export const RECEIVED = 'Resultados recibidos';

/** How the laboratory calls the patient. */
export function writtenName({ evidence }: Pick<ReceivedResult, 'evidence'>): string {
  return evidence.name || evidence.patient || 'Sin nombre';
}

/** 'Seminograma de Luis Vera' */
export function describeReceived(row: Pick<ReceivedResult, 'evidence' | 'examType'>): string {
  return `${examTypeLabel(row.examType)} de ${writtenName(row)}`;
}

export const sourceNames: Readonly<Record<ReceivedResult['source'], string>> = {
  csv: 'CSV',
  hl7: 'HL7',
};

export const resultsToAssign = (count: number) =>
  countOf(count, ['resultado por asignar', 'resultados por asignar']);

export const resultsDiscarded = (count: number) =>
  countOf(count, ['resultado descartado', 'resultados descartados']);
