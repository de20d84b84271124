import { Popover, Skeleton, UnstyledButton } from '@mantine/core';
import { FIRST_DAY, LAST_DAY } from '@simiente/contract/common/days';
import { IconCalendar, IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { lazyOnUse } from '../../../lib/lazy-on-use.ts';
import classes from './DayFilters.module.css';

const Calendar = lazyOnUse(
  () => import('../../../ui/dates/Calendar.tsx'),
  () => <Skeleton height={280} width={250} aria-label="Cargando..." />,
);

interface DayButtonProps {
  /** 'YYYY-MM-DD' */
  day: string;
  /** The days shown. */
  title: string;
  onPick: (day: string) => void;
}

/** 'lun 23 nov 2026', and the calendar to pick another day from. */
export function DayButton({ day, title, onPick }: DayButtonProps) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      withRoles={false}
      returnFocus
    >
      <Popover.Target>
        <UnstyledButton
          className={classes.target}
          aria-haspopup="dialog"
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          <IconCalendar size={17} stroke={1.7} aria-hidden />
          {title}
          <IconChevronDown size={16} stroke={1.7} aria-hidden />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label="Calendario">
        <Calendar
          day={day}
          min={FIRST_DAY}
          max={LAST_DAY}
          onPick={(picked) => {
            onPick(picked);
            setOpened(false);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
