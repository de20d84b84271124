import { ActionIcon, UnstyledButton } from '@mantine/core';
import { formatter } from '@simiente/contract/format/intl-parts';
import { zoneName } from '@simiente/contract/format/zone-name';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import { appointmentStatus } from '../../appointments/public.ts';
import classes from './AgendaBar.module.css';
import { type AgendaView, rangeTitle, step } from './agenda-view.ts';
import type { useAgendaUrl } from './use-agenda-url.ts';

interface AgendaBarProps {
  url: ReturnType<typeof useAgendaUrl>;
  timeZone: string;
  loading: boolean;
  /** Whether the week includes Sunday, which is hidden while it is empty and not today. */
  withSundays: boolean;
}

/** Bar of the agenda: navigation, title, time zone, legend and view switch. */
export function AgendaBar({ url, timeZone, loading, withSundays }: AgendaBarProps) {
  const { today, date, view, views, range, show } = url;
  const unit = views.find((offered) => offered.view === view)?.unit ?? '';
  return (
    <div className={classes.bar}>
      <div className={classes.go}>
        <LockButton kind="default" onClick={() => show({ date: today })}>
          Hoy
        </LockButton>
        <ActionIcon
          aria-label={`${unit} anterior`}
          color="gray"
          onClick={() => show({ date: step(view, date, -1) })}
        >
          <IconChevronLeft size={19} stroke={1.7} aria-hidden />
        </ActionIcon>
        <ActionIcon
          aria-label={`${unit} siguiente`}
          color="gray"
          onClick={() => show({ date: step(view, date, 1) })}
        >
          <IconChevronRight size={19} stroke={1.7} aria-hidden />
        </ActionIcon>
      </div>
      <h2 className={classes.range} aria-live="polite">
        {rangeTitle(view, date, range, withSundays)}
      </h2>
      <p className={classes.zone} role="status">
        {loading ? 'Cargando citas...' : zoneInWords(timeZone, date)}
      </p>
      <Legend />
      <ViewSwitch views={views} view={view} onChange={(next) => show({ view: next })} />
    </div>
  );
}

/** 'Hora de Ciudad de México (UTC−6)', with the offset of that day. */
function zoneInWords(timeZone: string, date: string): string {
  const offset = formatter('en-US', { timeZone, timeZoneName: 'shortOffset' })
    .formatToParts(new Date(`${date}T12:00:00Z`))
    .find(({ type }) => type === 'timeZoneName')
    ?.value.replace('GMT', 'UTC')
    .replace('-', '−');
  return `Hora de ${zoneName(timeZone)} (${offset})`;
}

function Legend() {
  return (
    <ul className={classes.legend} aria-label="Simbología">
      {['pending', 'assigned', 'cancelled'].map((status) => {
        const { tone, label } = appointmentStatus(status);
        return (
          <li key={status} className={classes.key}>
            <span className={classes.dot} data-tone={tone} data-status={status} aria-hidden />
            {label}
          </li>
        );
      })}
    </ul>
  );
}

interface ViewSwitchProps {
  views: readonly { view: AgendaView; label: string }[];
  view: AgendaView;
  onChange: (view: AgendaView) => void;
}

function ViewSwitch({ views, view, onChange }: ViewSwitchProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, these are toggles.
    <div role="group" aria-label="Vista de la agenda" className={classes.views}>
      {views.map((offered) => (
        <UnstyledButton
          key={offered.view}
          className={classes.view}
          aria-pressed={offered.view === view}
          onClick={() => onChange(offered.view)}
        >
          {offered.label}
        </UnstyledButton>
      ))}
    </div>
  );
}
