import { TextInput, type TextInputProps } from '@mantine/core';
import { dayIn, FIRST_DAY } from '@simiente/contract/common/days';
import { IconCalendar } from '@tabler/icons-react';
import { useClinicTimeZone } from '../session/public.ts';

/** The day on which a study was made, where it is known; 'YYYY-MM-DD' or empty. */
export function ExamDateInput(props: TextInputProps) {
  const timeZone = useClinicTimeZone();
  return (
    <TextInput
      {...props}
      type="date"
      min={FIRST_DAY}
      max={dayIn(timeZone, new Date())}
      leftSection={<IconCalendar size={16} stroke={1.7} aria-hidden />}
    />
  );
}
