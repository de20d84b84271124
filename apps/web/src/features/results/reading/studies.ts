import { examTypeLabel } from '@simiente/contract/exams/catalogue';
import type { ResultSet } from '@simiente/contract/results/calls';

/** The sets of one study, the latest sample first. */
export interface StudySets {
  readonly examType: string;
  readonly name: string;
  readonly id: string;
  readonly sets: readonly ResultSet[];
  /** The latest set that is not withdrawn; if all are, the latest of them. */
  readonly latest: ResultSet;
}

/** The id of a study's card, and fragment of its URL. */
export const studyId = (examType: string) => `estudio-${examType}`;

/** Groups sets by study; the study with the latest sample first. */
export function groupByStudy(sets: readonly ResultSet[]): StudySets[] {
  return [...Map.groupBy(sets, ({ examType }) => examType)].flatMap(([examType, studySets]) => {
    const latest = studySets.find(({ status }) => status !== 'retirado') ?? studySets[0];
    if (latest === undefined) return [];
    const [id, name] = [studyId(examType), examTypeLabel(examType)];
    return [{ examType, name, id, sets: studySets, latest }];
  });
}

export function countOutside({ values }: Pick<ResultSet, 'values'>): number {
  return values.filter(({ flag }) => flag === 'below' || flag === 'above').length;
}
