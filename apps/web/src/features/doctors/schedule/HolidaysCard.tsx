import { Switch } from '@mantine/core';
import { addDays, dayIn } from '@simiente/contract/common/days';
import type { AgendaRow } from '@simiente/contract/doctors/calls';
import { listHolidays } from '@simiente/contract/doctors/holidays';
import type { HolidayChanges } from '@simiente/contract/doctors/schedule';
import { wholeDay } from '@simiente/contract/doctors/working-time';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/buttons/Button.tsx';
import { useCan, useClinicTimeZone } from '../../session/public.ts';
import { longDay } from '../agenda/agenda-view.ts';
import { AffectedButton } from './AffectedAppointments.tsx';
import classes from './SchedulePage.module.css';
import { isDuring, type ScheduleCardProps } from './schedule-values.ts';

const YEAR_DAYS = 366;

/** '25 de diciembre' */
export const dayAndMonth = (day: string) => longDay(day).split(' ').slice(1).join(' ');
/** '25 dic' */
export const shortDate = (day: string) => dayAndMonth(day).replace(/ de (\p{L}{3}).*/u, ' $1');
/** 'viernes' */
export const formatWeekday = (day: string) => longDay(day).split(' ')[0];

export interface UpcomingCardProps extends ScheduleCardProps {
  /** The doctor's next appointments. */
  upcoming: readonly AgendaRow[];
  /** Lists appointments, by id. */
  onList: (ids: readonly string[]) => void;
}

interface HolidaysCardProps extends UpcomingCardProps {
  changes: HolidayChanges;
  /** Opens the form of the clinic's holidays. */
  onEditClinic: () => void;
}

export function CardError({ error }: { error: ReactNode }) {
  if (!error) return null;
  return (
    <p className={`${classes.empty} ${classes.error}`} role="alert">
      {error}
    </p>
  );
}

/** The clinic's holidays of the next year, each with a switch that tells whether the doctor works on it. */
export function HolidaysCard(props: HolidaysCardProps) {
  const { form, changes, upcoming, onList, onEditClinic } = props;
  const { workedHolidays: workedDays } = form.values;
  const timeZone = useClinicTimeZone();
  const mayManage = useCan()('clinic.manage');
  const today = dayIn(timeZone, new Date());
  const holidays = listHolidays(changes, today, addDays(today, YEAR_DAYS));
  return (
    <section className={classes.card} aria-labelledby="schedule-holidays">
      <div className={classes.header}>
        <h2 id="schedule-holidays" className={classes.title}>
          Días festivos de la clínica
        </h2>
        <span className={classes.note}>Atiende</span>
      </div>
      <CardError error={form.errors.workedHolidays} />
      {holidays.length === 0 && <p className={classes.empty}>La clínica no tiene días festivos.</p>}
      <ul className={classes.rows}>
        {holidays.map(({ day, name }) => (
          <li key={day} className={`${classes.row} ${classes.holiday}`}>
            <b>{shortDate(day)}</b>
            <span>
              {name} <span className={classes.detail}>{formatWeekday(day)}</span>
              {!workedDays.includes(day) && (
                <AffectedButton
                  affected={upcoming.filter((visit) =>
                    isDuring(visit, wholeDay(day, name), timeZone),
                  )}
                  onList={onList}
                />
              )}
            </span>
            <Switch
              aria-label={`Atiende el ${dayAndMonth(day)}, ${name}`}
              checked={workedDays.includes(day)}
              disabled={form.isSaving}
              onChange={({ currentTarget: { checked } }) =>
                form.edit({
                  workedHolidays: checked
                    ? [...workedDays, day].toSorted()
                    : workedDays.filter((other) => other !== day),
                })
              }
            />
          </li>
        ))}
      </ul>
      {mayManage && (
        <p className={classes.empty}>
          <Button kind="subtle" size="compact-sm" aria-haspopup="dialog" onClick={onEditClinic}>
            Editar días festivos
          </Button>
        </p>
      )}
    </section>
  );
}
