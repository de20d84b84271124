import { examTypeLabel } from '@simiente/contract/exams/catalogue';
import type { ReceivedResult } from '@simiente/contract/results/received-calls';
import { invalidate, queries } from '../../../lib/api/client.ts';
import type { ListPage, RecordList } from '../../records/public.ts';

type Page = ListPage & { received: ReceivedResult[] };

const listKey = queries.receivedResults.list.key();

export const receivedList: RecordList<Page, ReceivedResult> = {
  editCapability: 'results.receive',
  listsKey: listKey,
  getRows: (page) => page.received,
  getId: ({ idReceived }) => idReceived,
};

/** Refetches the lists and the count of the menu. Resolves when the lists are complete. */
export function refreshReceived(): Promise<void> {
  void invalidate(queries.results.attention.key());
  return invalidate(listKey);
}

export const RECEIVED = 'Resultados recibidos';

/** The patient's name or number, as the laboratory sent it. */
export function nameText({ evidence }: Pick<ReceivedResult, 'evidence'>): string {
  return evidence.name || evidence.patient || 'Sin nombre';
}

export function describeReceived(row: Pick<ReceivedResult, 'evidence' | 'examType'>): string {
  return `${examTypeLabel(row.examType)} de ${nameText(row)}`;
}

export const sourceNames: Readonly<Record<ReceivedResult['source'], string>> = {
  csv: 'CSV',
  hl7: 'HL7',
};
