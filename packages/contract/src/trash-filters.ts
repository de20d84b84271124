import type { RecordKind } from './common/record-kinds.ts';

/** What the bin holds, in the order of its filter. */
export const binnedKinds = [
  'patient',
  'exam',
  'partner',
  'branch',
  'prospect',
  'exam_order',
] as const satisfies readonly RecordKind[];
export type BinnedKind = (typeof binnedKinds)[number];

export const binSorts = ['-deletedAt', 'deletedAt', 'name', '-name'] as const;
export type BinSort = (typeof binSorts)[number];
