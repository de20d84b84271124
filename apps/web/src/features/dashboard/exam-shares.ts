import type { Figures } from '@simiente/contract/dashboard';

export interface ExamShare {
  readonly name: string;
  readonly count: number;
  /** '40 %', '<1 %' */
  readonly share: string;
  /** Of all types that are not told: it has its place at the end, and no bar to compare. */
  readonly isRest: boolean;
}

/** Types that the card shows at first; what is left is one more. */
const SHOWN = 6;
const OTHERS = 'Otros tipos';

/** What the card lists: the most frequent types and the others as one, or all that the server told. */
export function examShares(
  { exams, examTypes, otherExams }: Pick<Figures, 'exams' | 'examTypes' | 'otherExams'>,
  isWhole: boolean,
): { shown: readonly ExamShare[]; canGrow: boolean } {
  const total = exams.value;
  const share = (count: number) => {
    const percent = Math.round((count / total) * 100);
    return `${percent === 0 ? '<1' : percent}\u00A0%`;
  };
  // One more takes as much room as 'Otros tipos' would.
  const canGrow = examTypes.length > SHOWN + 1;
  const told = isWhole || !canGrow ? examTypes : examTypes.slice(0, SHOWN);
  const rest = examTypes.slice(told.length).reduce((sum, { count }) => sum + count, otherExams);
  return {
    shown: [
      ...told.map(({ examType, count }) => ({
        name: examType,
        count,
        share: share(count),
        isRest: false,
      })),
      ...(rest === 0 ? [] : [{ name: OTHERS, count: rest, share: share(rest), isRest: true }]),
    ],
    canGrow,
  };
}
