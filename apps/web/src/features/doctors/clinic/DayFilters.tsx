import { Checkbox, Popover, UnstyledButton } from '@mantine/core';
import {
  type AppointmentStatus,
  appointmentStatuses,
} from '@simiente/contract/appointments/statuses';
import { FIRST_DAY, LAST_DAY } from '@simiente/contract/common/days';
import { titledName } from '@simiente/contract/doctors/titled-name';
import { IconCalendar, IconChevronDown, IconStethoscope } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../../../ui/buttons/Button.tsx';
import { CalendarDropdown } from '../../../ui/dates/DateField.tsx';
import { FilterButton, FilterGroup } from '../../../ui/list/FilterButton.tsx';
import { PersonAvatar } from '../../../ui/status/person.tsx';
import { ToneDot } from '../../../ui/status/StatusPill.tsx';
import { appointmentStatus } from '../../appointments/public.ts';
import classes from './DayFilters.module.css';
import type { ClinicDayState } from './use-clinic-day.ts';

interface DayButtonProps {
  /** 'YYYY-MM-DD' */
  day: string;
  /** Text of the button: the day, or the range of the week. */
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
      <CalendarDropdown
        day={day}
        min={FIRST_DAY}
        max={LAST_DAY}
        onPick={(picked) => {
          onPick(picked);
          setOpened(false);
        }}
      />
    </Popover>
  );
}

interface StatusFilterProps {
  value: AppointmentStatus | undefined;
  onChange: (status: AppointmentStatus | undefined) => void;
}

/** The legend of the statuses. Pressing a status filters by it; pressing it again shows all statuses. */
export function StatusFilter({ value, onChange }: StatusFilterProps) {
  return (
    <fieldset aria-label="Filtrar por estado" className={classes.legend}>
      {appointmentStatuses.map((status) => {
        const { tone, label } = appointmentStatus(status);
        return (
          <UnstyledButton
            key={status}
            className={classes.key}
            aria-pressed={value === status}
            data-others={(value !== undefined && value !== status) || undefined}
            onClick={() => onChange(value === status ? undefined : status)}
          >
            <ToneDot tone={tone} isHollow={status === 'cancelled'} />
            {label}
          </UnstyledButton>
        );
      })}
    </fieldset>
  );
}

export function DoctorFilter({ day }: { day: ClinicDayState }) {
  const { doctors, visibleDoctors, selectedDoctors, isAllSelected, choose } = day;
  return (
    <Popover position="bottom-end" width={300} trapFocus>
      <Popover.Target>
        <UnstyledButton
          className={`${classes.target} ${classes.doctorFilter}`}
          aria-haspopup="dialog"
        >
          <IconStethoscope size={17} stroke={1.7} aria-hidden />
          Médicos{' '}
          <span className={classes.count} data-unknown={doctors.length === 0 || undefined}>
            {visibleDoctors.length} de {doctors.length}
          </span>
          <IconChevronDown size={16} stroke={1.7} aria-hidden />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label="Médicos visibles">
        <Checkbox.Group
          value={selectedDoctors.map(({ idDoctor }) => idDoctor)}
          onChange={choose}
          aria-label="Médicos visibles"
        >
          <div className={classes.doctors}>
            {doctors.map(({ idDoctor, name }) => (
              <div key={idDoctor} className={classes.doctor}>
                <Checkbox value={idDoctor} label={titledName(name)} />
                <Button
                  kind="subtle"
                  size="compact-sm"
                  aria-label={`Solo ${titledName(name)}`}
                  onClick={() => choose([idDoctor])}
                >
                  Solo
                </Button>
              </div>
            ))}
          </div>
        </Checkbox.Group>
        <div className={classes.footer}>
          <Checkbox
            label="Ocultar médicos sin citas"
            checked={day.hidesEmpty}
            onChange={({ currentTarget }) => day.setHidesEmpty(currentTarget.checked)}
          />
          <Button
            kind="subtle"
            size="compact-sm"
            disabled={isAllSelected}
            onClick={() => choose([])}
          >
            Mostrar todos
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

/** On a phone, the filter by one doctor or all. */
export function DoctorChips({ day }: { day: ClinicDayState }) {
  const { doctors, visibleDoctors, isAllSelected, total, countByDoctor, choose } = day;
  return (
    <div className={classes.chips}>
      <FilterGroup label="Filtrar por médico">
        <FilterButton
          label="Todos"
          count={doctors.length === 0 ? null : total}
          pressed={isAllSelected}
          onToggle={() => choose([])}
        />
        {doctors.map(({ idDoctor, name }) => (
          <FilterButton
            key={idDoctor}
            icon={<PersonAvatar name={name} tone="staff" size={26} />}
            label={name}
            count={countByDoctor(idDoctor)}
            pressed={
              !isAllSelected && visibleDoctors.some((doctor) => doctor.idDoctor === idDoctor)
            }
            onToggle={() => choose([idDoctor])}
          />
        ))}
      </FilterGroup>
    </div>
  );
}
