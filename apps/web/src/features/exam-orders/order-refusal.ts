import type { OrderBranch } from '@simiente/contract/exam-orders';
import { ApiFailure } from '../../lib/api/failure.ts';

/** What is wrong with the form, by field; `form` is the whole of it. */
export type OrderErrors = Readonly<Partial<Record<'branch' | 'exams' | 'form', string>>>;

interface Chosen {
  readonly branch: OrderBranch | null;
  readonly exams: readonly string[];
}

/** What is left of a form that was refused, and what is said beside its fields. */
export function withoutRefused(
  error: Error,
  { branch, exams }: Chosen,
): Chosen & { readonly errors: OrderErrors } {
  if (!(error instanceof ApiFailure) || branch === null) {
    return { branch, exams, errors: { form: error.message } };
  }
  if (error.code === 'NOT_FOUND' && error.issues.some(({ path }) => path === 'idBranch')) {
    return {
      branch: null,
      exams: [],
      errors: { branch: 'Esta sucursal ya no existe. Elige otra.' },
    };
  }
  const gone = notOffered(error);
  if (gone === undefined) return { branch, exams, errors: { form: error.message } };
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
