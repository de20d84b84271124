import type { ReadValue } from '@simiente/contract/results/fields';
import { implausible } from '@simiente/contract/results/plausibility';
import { Problem } from '../../../platform/problem.ts';
import { isSameRow } from './write-values.ts';

type Typed = { readonly [Field in 'analyte' | 'name']?: string | null | undefined };

/**
 * Requires that a person confirmed every implausible value that is written.
 * @param typed the values of the request, at which the issues are
 * @throws Problem BAD_REQUEST
 */
export function requirePlausible(
  written: readonly ReadValue[],
  {
    values: typed,
    confirmed,
  }: { readonly values: readonly Typed[]; readonly confirmed: readonly string[] },
): void {
  const issues = written.flatMap((value) => {
    const why = confirmed.includes(value.analyte ?? '') ? null : implausible(value);
    if (why === null) return [];
    const index = typed.findIndex(({ analyte = null, name = null }) =>
      isSameRow({ analyte, name }, value),
    );
    return [{ path: `values.${index}.value`, message: `${why} Confírmalo o corrígelo.` }];
  });
  if (issues.length > 0) throw new Problem('BAD_REQUEST', { issues });
}
