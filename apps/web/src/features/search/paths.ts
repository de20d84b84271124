import type { SearchResult } from '@simiente/contract/search';
import { defaultStringifySearch } from '@tanstack/react-router';

/** What the page of a result is told beside its address: a branch stands in its list by its name. */
export function searchTextOf(result: SearchResult): string {
  return result.kind === 'branch' ? result.name : '';
}

/** The page of a result; a branch is among those of its partner, an order among those of its patient. */
export function pathOf(result: SearchResult): string {
  const id = encodeURIComponent(result.id);
  switch (result.kind) {
    case 'exam_order':
      return `/pacientes/${encodeURIComponent(result.patient.id)}#ordenes`;
    case 'patient':
      return `/pacientes/${id}`;
    case 'doctor':
      return `/medicos/${id}`;
    case 'partner':
      return `/partner/${id}`;
    case 'branch':
      return `/partner/${encodeURIComponent(result.partner.id)}`;
    case 'prospect':
      return `/prospectos${defaultStringifySearch({ prospecto: result.id })}`;
  }
}
