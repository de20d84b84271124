import { knownExamTypes } from '@simiente/contract/exams/types';
import { Drawing } from './Drawing.tsx';
import drawings from './exams.svg';

const known: ReadonlySet<string> = new Set(knownExamTypes);

/** The drawing of an exam's type; an unknown type gets the seminogram. */
export function ExamIllustration({ examType }: { examType: string }) {
  const id = known.has(examType) ? examType.replaceAll(' ', '_') : 'Seminograma';
  return (
    <Drawing>
      <use href={`${drawings}#${id}`} />
    </Drawing>
  );
}
