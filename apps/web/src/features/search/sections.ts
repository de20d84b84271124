import {
  type SearchAnswer,
  type SearchKind,
  type SearchResult,
  searchKinds,
} from '@simiente/contract/search/calls';
import { defaultStringifySearch } from '@tanstack/react-router';
import type { CommandOption } from './commands.ts';

/** A record, with its path. */
export interface RecordOption {
  readonly id: string;
  readonly path: string;
  /** Text for the search box of the list that it leads to. */
  readonly searchText: string;
  readonly result: SearchResult;
}

export type Option = RecordOption | CommandOption;

export interface Section {
  readonly id: string;
  readonly title: string;
  readonly options: readonly Option[];
  /** Whether the server has more matches. */
  readonly hasMore?: boolean;
}

const kindTitles: Readonly<Record<SearchKind, string>> = {
  exam_order: 'Órdenes',
  patient: 'Pacientes',
  doctor: 'Médicos',
  partner: 'Partners',
  branch: 'Sucursales',
  prospect: 'Prospectos',
};

/** Singular names, for lists of several kinds. */
export const kindNames: Readonly<Record<SearchKind, string>> = {
  exam_order: 'Orden',
  patient: 'Paciente',
  doctor: 'Médico',
  partner: 'Partner',
  branch: 'Sucursal',
  prospect: 'Prospecto',
};

/** Sections by kind, or one section of recent records. */
export function recordSections(answer: SearchAnswer | undefined, text: string): Section[] {
  if (answer === undefined || answer.results.length === 0) return [];
  if (text === '') {
    return [{ id: 'recent', title: 'Recientes', options: answer.results.map(toOption) }];
  }
  return searchKinds.flatMap((kind) => {
    const options = answer.results.filter((result) => result.kind === kind).map(toOption);
    const hasMore = answer.more.includes(kind);
    return options.length === 0 ? [] : [{ id: kind, title: kindTitles[kind], options, hasMore }];
  });
}

function toOption(result: SearchResult): RecordOption {
  return {
    id: `busqueda-${result.kind}-${result.id}`,
    path: toPath(result),
    searchText: toSearchText(result),
    result,
  };
}

/** Search text for the result's page: a branch is found in its partner's list by name. */
function toSearchText(result: SearchResult): string {
  return result.kind === 'branch' ? result.name : '';
}

/** The page of a result; a branch is among those of its partner, an order among those of its patient. */
function toPath(result: SearchResult): string {
  const id = encodeURIComponent(result.id);
  switch (result.kind) {
    case 'exam_order':
      return `/pacientes/${encodeURIComponent(result.patient.id)}#${id}`;
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
