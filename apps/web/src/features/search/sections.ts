import {
  type SearchAnswer,
  type SearchKind,
  type SearchResult,
  searchKinds,
} from '@simiente/contract/search';
import type { TablerIcon } from '@tabler/icons-react';
import { defaultStringifySearch } from '@tanstack/react-router';
import { missingWords } from './mark-matches.ts';

/** One line of the search: a record or a page, and where it leads. */
export type Option = {
  readonly id: string;
  readonly path: string;
  /** What stands in the search box of the list to which it leads. */
  readonly searchText: string;
} & ({ readonly result: SearchResult } | { readonly place: Place });

/** Lines under a title. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly options: readonly Option[];
  /** There are more than are shown: another word finds them. */
  readonly hasMore: boolean;
}

const kindTitles: Readonly<Record<SearchKind, string>> = {
  exam_order: 'Órdenes',
  patient: 'Pacientes',
  doctor: 'Médicos',
  partner: 'Partners',
  branch: 'Sucursales',
  prospect: 'Prospectos',
};

/** What one of a kind is called, where they stand mixed. */
export const kindNames: Readonly<Record<SearchKind, string>> = {
  exam_order: 'Orden',
  patient: 'Paciente',
  doctor: 'Médico',
  partner: 'Partner',
  branch: 'Sucursal',
  prospect: 'Prospecto',
};

/** The records by kind, or those that were opened last under one title. */
export function recordSections(answer: SearchAnswer | undefined, text: string): Section[] {
  if (answer === undefined || answer.results.length === 0) return [];
  if (text === '') {
    return [
      { id: 'recent', title: 'Recientes', options: answer.results.map(toOption), hasMore: false },
    ];
  }
  return searchKinds.flatMap((kind) => {
    const options = answer.results.filter((result) => result.kind === kind).map(toOption);
    const hasMore = answer.more.includes(kind);
    return options.length === 0 ? [] : [{ id: kind, title: kindTitles[kind], options, hasMore }];
  });
}

function toOption(result: SearchResult): Option {
  return {
    id: `busqueda-${result.kind}-${result.id}`,
    path: pathOf(result),
    searchText: searchTextOf(result),
    result,
  };
}

/** The pages of the menu: those that the text names, or all when it names none. */
export function placeSection(
  places: readonly Place[],
  text: string,
): Section & { readonly isNamed: boolean } {
  const named =
    text === '' ? [] : places.filter(({ label }) => missingWords(label, text).length === 0);
  const shown = named.length > 0 ? named : places;
  return {
    id: 'places',
    title: 'Ir a',
    options: shown.map((place) => ({
      id: `busqueda-ir-a-${place.to.slice(1)}`,
      path: place.to,
      searchText: '',
      place,
    })),
    hasMore: false,
    isNamed: named.length > 0,
  };
}

/** What the page of a result is told beside its address: a branch stands in its list by its name. */
function searchTextOf(result: SearchResult): string {
  return result.kind === 'branch' ? result.name : '';
}

/** The page of a result; a branch is among those of its partner, an order among those of its patient. */
function pathOf(result: SearchResult): string {
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

/** A page of the menu, to which the search also leads. */
export interface Place {
  readonly to: string;
  readonly label: string;
  readonly icon: TablerIcon;
}
