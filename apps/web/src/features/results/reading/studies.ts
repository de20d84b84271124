import { examTypeLabel } from '@simiente/contract/exams/catalogue';
import type { ResultSet } from '@simiente/contract/results/calls';

/** The sets of one study, the latest sample first. */
export interface StudySets {
  readonly examType: string;
  readonly name: string;
  /** Fragment of the address after '#'. */
  readonly id: string;
  readonly sets: readonly ResultSet[];
  /** The latest set that is not withdrawn, if there is one. */
  readonly latest: ResultSet;
}

/** The name of a study's card in the address after '#'. */
export const studyId = (examType: string) => `estudio-${examType}`;

/** Groups sets by study; the study with the latest sample first. */
export function groupByStudy(sets: readonly ResultSet[]): StudySets[] {
  return [...Map.groupBy(sets, ({ examType }) => examType)].flatMap(([examType, own]) => {
    const latest = own.find(({ status }) => status !== 'retirado') ?? own[0];
    if (latest === undefined) return [];
    return [{ examType, name: examTypeLabel(examType), id: studyId(examType), sets: own, latest }];
  });
}

/** Number of values outside the printed range. */
export function countOutside({ values }: Pick<ResultSet, 'values'>): number {
  return values.filter(({ flag }) => flag === 'below' || flag === 'above').length;
}
