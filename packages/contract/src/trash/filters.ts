import { bothOrders } from '../common/lists.ts';
import type { RecordKind } from '../common/record-kinds.ts';

/** The kinds of the trash, in the order of its filter. */
export const trashKinds = [
  'patient',
  'exam',
  'partner',
  'branch',
  'prospect',
  'exam_order',
] as const satisfies readonly RecordKind[];
export type TrashKind = (typeof trashKinds)[number];

export const trashSorts = bothOrders('deletedAt', 'name', 'kind', 'deletedBy', 'daysLeft');
export type TrashSort = (typeof trashSorts)[number];
