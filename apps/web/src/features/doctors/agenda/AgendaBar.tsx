import { ActionIcon } from '@mantine/core';
import { zoneName, zoneOffset } from '@simiente/contract/format/dates';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import { ToneDot } from '../../../ui/status/StatusPill.tsx';
import { appointmentStatus } from '../../appointments/public.ts';
import classes from './AgendaBar.module.css';
import { shiftDate } from './agenda-view.ts';
import type { AgendaUrl } from './use-agenda-state.ts';

interface AgendaBarProps {
  url: AgendaUrl;
  timeZone: string;
  loading: boolean;
  /** Unit of a step of the arrows: 'Día'. */
  unit: string;
  /** The days shown. */
  title: ReactNode;
  legend?: ReactNode;
  children: ReactNode;
}

export function AgendaBar(props: AgendaBarProps) {
  const { url, timeZone, loading, unit, title, legend = <Legend />, children } = props;
  const { today, date, view, show } = url;
  return (
    <div className={classes.bar}>
      <div className={classes.go}>
        <LockButton kind="default" onClick={() => show({ date: today })}>
          Hoy
        </LockButton>
        <ActionIcon
          aria-label={`${unit} anterior`}
          color="gray"
          onClick={() => show({ date: (shown) => shiftDate(view, shown, -1) })}
        >
          <IconChevronLeft size={19} stroke={1.7} aria-hidden />
        </ActionIcon>
        <ActionIcon
          aria-label={`${unit} siguiente`}
          color="gray"
          onClick={() => show({ date: (shown) => shiftDate(view, shown, 1) })}
        >
          <IconChevronRight size={19} stroke={1.7} aria-hidden />
        </ActionIcon>
      </div>
      <h2 className={classes.range} aria-live="polite">
        {title}
      </h2>
      <p className={classes.zone} data-loading={loading || undefined}>
        <span role="status">{loading && 'Cargando citas…'}</span>
        <span className={classes.zoneName}>{describeZone(timeZone, date)}</span>
      </p>
      {legend}
      {children}
    </div>
  );
}

/** 'Hora de Ciudad de México (UTC−6)', with the offset of that day. */
function describeZone(timeZone: string, date: string): string {
  return `Hora de ${zoneName(timeZone)} (${zoneOffset(timeZone, new Date(`${date}T12:00:00Z`))})`;
}

function Legend() {
  return (
    <ul className={classes.legend} aria-label="Simbología">
      {['pending', 'assigned', 'cancelled'].map((status) => {
        const { tone, label } = appointmentStatus(status);
        return (
          <li key={status} className={classes.key}>
            <ToneDot tone={tone} isHollow={status === 'cancelled'} />
            {label}
          </li>
        );
      })}
    </ul>
  );
}
