import { dayIn } from '@simiente/contract/common/days';
import { FUTURE_EXAM_MESSAGE } from '@simiente/contract/exams/calls';
import { Problem } from '../../platform/problem.ts';

/**
 * Refuses the date of a study that has not been made yet on the clinic's calendar.
 * @throws Problem BAD_REQUEST
 */
export function refuseFutureDate(
  examDate: string | null | undefined,
  clinicTimeZone: string,
): void {
  if (typeof examDate !== 'string' || examDate <= dayIn(clinicTimeZone, new Date())) return;
  throw new Problem('BAD_REQUEST', {
    issues: [{ path: 'examDate', message: FUTURE_EXAM_MESSAGE }],
  });
}
