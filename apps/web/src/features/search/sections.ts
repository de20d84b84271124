import {
  type SearchAnswer,
  type SearchKind,
  type SearchResult,
  searchKinds,
} from '@simiente/contract/search';
import type { TablerIcon } from '@tabler/icons-react';
import { defaultStringifySearch } from '@tanstack/react-router';
import { missingWords } from './mark-matches.ts';

/** One result: a record or a page, with its path. */
export type Option = {
  readonly id: string;
  readonly path: string;
  /** Text for the search box of the list that it leads to. */
  readonly searchText: string;
} & ({ readonly result: SearchResult } | { readonly page: MenuPage });

export interface Section {
  readonly id: string;
  readonly title: string;
  readonly options: readonly Option[];
  /** Whether the server has more matches. */
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

/** The pages whose name matches, or all if none does. */
export function pageSection(
  menuPages: readonly MenuPage[],
  text: string,
): Section & { readonly isNamed: boolean } {
  const named =
    text === '' ? [] : menuPages.filter(({ label }) => missingWords(label, text).length === 0);
  const shown = named.length > 0 ? named : menuPages;
  return {
    id: 'pages',
    title: 'Ir a',
    options: shown.map((page) => ({
      id: `busqueda-ir-a-${page.to.slice(1)}`,
      path: page.to,
      searchText: '',
      page,
    })),
    hasMore: false,
    isNamed: named.length > 0,
  };
}

/** Search text for the result's page: a branch is found in its partner's list by name. */
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

/** A page of the menu, which the search also finds. */
export interface MenuPage {
  readonly to: string;
  readonly label: string;
  readonly icon: TablerIcon;
}
