import type { OrderBranch } from '@simiente/contract/exam-orders';
import { ApiFailure } from '../../lib/api/failure.ts';

type OrderErrors = Readonly<Partial<Record<'branch' | 'exams', string>>>;

interface Chosen {
  readonly branch: OrderBranch | null;
  readonly exams: readonly string[];
}

/** What is left of the form after a refusal of its branch or studies, and what the fields say; undefined after any other. */
export function withoutRefused(
  error: Error,
  { branch, exams }: Chosen,
): (Chosen & { readonly errors: OrderErrors }) | undefined {
  if (!(error instanceof ApiFailure) || branch === null) return undefined;
  if (error.code === 'NOT_FOUND' && error.issues.some(({ path }) => path === 'idBranch')) {
    return {
      branch: null,
      exams: [],
      errors: { branch: 'Esta sucursal ya no existe. Elige otra.' },
    };
  }
  const gone = notOffered(error);
  if (gone === undefined) return undefined;
  const left = branch.exams.filter(({ name }) => !gone.includes(name));
  return {
    branch: { ...branch, exams: left },
    exams: exams.filter((exam) => left.some((offered) => offered.exam === exam)),
    errors: { exams: `La sucursal ya no ofrece: ${gone.join(', ')}. Revisa la selección.` },
  };
}

/** The names of the studies that a branch does not offer, when that is why an order was refused. */
function notOffered({ code, details }: ApiFailure): readonly string[] | undefined {
  if (code !== 'EXAM_NOT_OFFERED' || typeof details !== 'object' || details === null) {
    return undefined;
  }
  const exams = 'exams' in details && Array.isArray(details.exams) ? details.exams : [];
  return exams.map(String);
}
