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

export const trashSorts = [
  '-deletedAt',
  'deletedAt',
  'name',
  '-name',
  'kind',
  '-kind',
  'deletedBy',
  '-deletedBy',
  'daysLeft',
  '-daysLeft',
] as const;
export type TrashSort = (typeof trashSorts)[number];
