import { type TrashKind, trashKinds, trashSorts } from '@simiente/contract/trash/filters';
import { choice, listSearch, type Search } from '../../lib/search-params.ts';

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

const filters = { tipo: choice(Object.values(kindWords)) };
const others = { orden: choice(trashSorts, '-deletedAt') };

export const trashSearch = listSearch(filters, others);
export type TrashSearch = Search<typeof filters & typeof others>;
