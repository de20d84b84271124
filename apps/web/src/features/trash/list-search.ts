import {
  type TrashKind,
  type TrashSort,
  trashKinds,
  trashSorts,
} from '@simiente/contract/trash-filters';

export const DEFAULT_SORT: TrashSort = '-deletedAt';

/** How people call several of a kind. */
export const kindTitles: Readonly<Record<TrashKind, string>> = {
  patient: 'Pacientes',
  exam: 'Estudios',
  partner: 'Partners',
  branch: 'Sucursales',
  prospect: 'Prospectos',
  exam_order: 'Órdenes',
};

const addressOf = (kind: TrashKind) =>
  kindTitles[kind].toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');

/** What of the bin lives in the address: a person may share it or come back to it. */
export interface TrashSearch {
  tipo?: string | undefined;
  orden?: TrashSort | undefined;
}

/** Reads the address; a value that makes no sense is as good as none. */
export function readTrashSearch(search: Record<string, unknown>): TrashSearch {
  const kind = kindOf(search.tipo);
  return {
    tipo: kind && addressOf(kind),
    orden: trashSorts.find((sort) => sort === search.orden && sort !== DEFAULT_SORT),
  };
}

export function kindOf(word: unknown): TrashKind | undefined {
  return trashKinds.find((kind) => addressOf(kind) === word);
}

export function wordOf(kind: TrashKind | undefined): string | undefined {
  return kind && addressOf(kind);
}
