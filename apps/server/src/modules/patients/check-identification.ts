import { dayIn } from '@simiente/contract/common/days';
import { readCurp } from '@simiente/contract/patients/curp';
import { birthDateProblem, INVALID_CURP } from '@simiente/contract/patients/identification';
import { Problem } from '../../platform/problem.ts';

/**
 * Refuses a text that is no CURP, and a date of birth that cannot be one on the clinic's calendar.
 * @throws Problem CURP_INVALID
 * @throws Problem BAD_REQUEST
 */
export function checkIdentification(
  {
    curp,
    birthDate,
  }: { readonly curp?: string | null | undefined; readonly birthDate?: string | null | undefined },
  clinicTimeZone: string,
): void {
  if (typeof curp === 'string' && readCurp(curp) === undefined) {
    throw new Problem('CURP_INVALID', {
      issues: [{ path: 'curp', message: INVALID_CURP }],
    });
  }
  if (typeof birthDate !== 'string') return;
  const message = birthDateProblem(birthDate, dayIn(clinicTimeZone, new Date()));
  if (message !== undefined)
    throw new Problem('BAD_REQUEST', { issues: [{ path: 'birthDate', message }] });
}
