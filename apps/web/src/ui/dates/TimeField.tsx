import { IconClock } from '@tabler/icons-react';
import { type TypedFieldProps, TypedInput } from './TypedInput.tsx';
import { typedTime } from './typed-dates.ts';

/** A time of day, 'HH:mm', typed in 24 hours. */
export function TimeField(props: TypedFieldProps) {
  return (
    <TypedInput
      leftSection={<IconClock size={16} stroke={1.7} aria-hidden />}
      {...props}
      format={typedTime}
    />
  );
}
