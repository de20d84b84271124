import { ActionIcon, Popover, Skeleton } from '@mantine/core';
import { FIRST_DAY, LAST_DAY } from '@simiente/contract/common/days';
import { IconCalendar, IconClock } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { lazyOnUse } from '../../lib/lazy-on-use.ts';
import classes from './DateField.module.css';
import { type TypedFieldProps, TypedInput, typedDay, typedTime } from './TypedInput.tsx';

const Calendar = lazyOnUse(
  () => import('./Calendar.tsx'),
  () => <Skeleton className={classes.loading} aria-label="Cargando..." />,
);

export interface DateFieldProps extends TypedFieldProps {
  /** First day of the calendar, 'YYYY-MM-DD'. An earlier one can be typed: the form rejects it. */
  min?: string | undefined;
  /** Last day of the calendar. */
  max?: string | undefined;
}

/** A day, 'YYYY-MM-DD', typed as DD/MM/AAAA or picked in a calendar. */
export function DateField({ min = FIRST_DAY, max = LAST_DAY, ...props }: DateFieldProps) {
  const [opened, setOpened] = useState(false);
  const isLocked = props.readOnly === true || props.disabled === true;
  return (
    <Popover
      opened={opened && !isLocked}
      onChange={setOpened}
      position="bottom-start"
      withRoles={false}
      returnFocus
      classNames={{ dropdown: classes.dropdown ?? '' }}
    >
      <TypedInput
        {...props}
        format={typedDay}
        inputContainer={inPopoverTarget}
        leftSection={
          <ActionIcon
            size={28}
            className={classes.open ?? ''}
            aria-label="Abrir calendario"
            // Distinguishes several fields. It is not part of the name of the field.
            aria-description={typeof props.label === 'string' ? props.label : undefined}
            aria-haspopup="dialog"
            aria-expanded={opened}
            disabled={isLocked}
            onClick={() => setOpened(!opened)}
          >
            <IconCalendar size={16} stroke={1.7} aria-hidden />
          </ActionIcon>
        }
        onKeyDown={(event) => {
          props.onKeyDown?.(event);
          if (event.key !== 'ArrowDown' || !event.altKey || isLocked) return;
          event.preventDefault();
          setOpened(true);
        }}
      />
      <Popover.Dropdown role="dialog" aria-label="Calendario">
        <Calendar
          day={props.value}
          min={min}
          max={max}
          onPick={(day) => {
            props.onChange(day);
            setOpened(false);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

/** The calendar is below the input, and a click on the button beside it counts as inside. */
function inPopoverTarget(input: ReactNode) {
  return (
    <Popover.Target>
      <div>{input}</div>
    </Popover.Target>
  );
}

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
