import { type TrashKind, trashKinds, trashSorts } from '@simiente/contract/trash/filters';
import { listSearch, oneOf, type SearchOf } from '../../lib/search-params.ts';

/** Names of the kinds in the URL. */
export const kindWords: Readonly<Record<TrashKind, string>> = {
  patient: 'pacientes',
  exam: 'estudios',
  partner: 'partners',
  branch: 'sucursales',
  prospect: 'prospectos',
  exam_order: 'ordenes',
};

export const parseKind = (word: string | undefined) =>
  trashKinds.find((kind) => kindWords[kind] === word);

const filters = { tipo: oneOf(Object.values(kindWords)) };
const others = { orden: oneOf(trashSorts, '-deletedAt') };

/** The search parameters of /papelera. */
export const trashSearch = listSearch(filters, others);
export type TrashSearch = SearchOf<typeof filters & typeof others>;
