import { dayIn } from '@simiente/contract/common/days';
import { DateField, type DateFieldProps } from '../../ui/dates/DateField.tsx';
import { useClinicTimeZone } from '../session/public.ts';

/** The day on which a study was made, where it is known; 'YYYY-MM-DD' or empty. */
export function ExamDateInput(props: DateFieldProps) {
  const timeZone = useClinicTimeZone();
  return <DateField {...props} max={dayIn(timeZone, new Date())} />;
}
