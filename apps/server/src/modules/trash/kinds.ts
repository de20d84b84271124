import type { RecordKind } from '@simiente/contract/common/ids';
import { exams } from '../../schema/exams.ts';
import { branches, partners } from '../../schema/partners.ts';
import { patients } from '../../schema/patients.ts';
import { prospects } from '../../schema/prospects.ts';

type BinTable =
  | typeof patients
  | typeof exams
  | typeof partners
  | typeof branches
  | typeof prospects;

/**
 * What can be sent to the bin, in the order in which several kinds go or come back. Branches come
 * before partners, which take along those that are left.
 */
export const binKinds = [
  { kind: 'patient', table: patients },
  { kind: 'exam', table: exams },
  { kind: 'branch', table: branches },
  { kind: 'partner', table: partners },
  { kind: 'prospect', table: prospects },
] as const satisfies readonly { kind: RecordKind; table: BinTable }[];

export type BinKind = (typeof binKinds)[number];
