import { Modal, Switch, TextInput } from '@mantine/core';
import type { DoctorAppointment } from '@simiente/contract/appointments/calls';
import { clinicSettings } from '@simiente/contract/clinic/calls';
import { addDays, dayIn } from '@simiente/contract/common/days';
import {
  type Holiday,
  type HolidayChanges,
  listHolidays,
  listOfficialHolidays,
} from '@simiente/contract/doctors/holidays';
import { holidayChanges } from '@simiente/contract/doctors/schedule';
import { wholeDay } from '@simiente/contract/doctors/working-time';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, cache, queries } from '../../../lib/api/client.ts';
import { staleDetails } from '../../../lib/api/failure.ts';
import { pluralize } from '../../../lib/format/numbers.ts';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import { DateField } from '../../../ui/dates/DateField.tsx';
import { FormActions } from '../../../ui/form/FormPage.tsx';
import { LoadError } from '../../../ui/page/EmptyState.tsx';
import { notifySuccess, notifyWarning } from '../../../ui/toasts/notify.tsx';
import { useClinicTimeZone, useMay } from '../../session/public.ts';
import { longDay } from '../agenda/agenda-view.ts';
import { AffectedButton } from './AffectedAppointments.tsx';
import classes from './SchedulePage.module.css';
import { isDuring } from './schedule-values.ts';

const YEAR_DAYS = 366;

const dayAndMonth = (day: string) => longDay(day).split(' ').slice(1).join(' ');
/** '25 dic' */
const shortDate = (day: string) => dayAndMonth(day).replace(/ de (\p{L}{3}).*/u, ' $1');
const formatWeekday = (day: string) => longDay(day).split(' ')[0];

interface HolidaysCardProps {
  changes: HolidayChanges;
  /** Holidays on which the doctor works. */
  worked: readonly string[];
  upcoming: readonly DoctorAppointment[];
  isLocked: boolean;
  onChange: (worked: readonly string[]) => void;
  /** Lists appointments, by id. */
  onList: (ids: readonly string[]) => void;
}

/** The clinic's holidays of a year from today, with a switch for those on which the doctor works. */
export function HolidaysCard(props: HolidaysCardProps) {
  const { changes, worked, upcoming, isLocked, onChange, onList } = props;
  const timeZone = useClinicTimeZone();
  const [isEditing, setEditing] = useState(false);
  const mayManage = useMay()('clinic.manage');
  const today = dayIn(timeZone, new Date());
  const holidays = listHolidays(changes, today, addDays(today, YEAR_DAYS));
  return (
    <section className={classes.card} aria-labelledby="schedule-holidays">
      <div className={classes.head}>
        <h2 id="schedule-holidays" className={classes.title}>
          Días festivos de la clínica
        </h2>
        <span className={classes.note}>Atiende</span>
      </div>
      {holidays.length === 0 && <p className={classes.empty}>La clínica no tiene días festivos.</p>}
      <ul className={classes.rows}>
        {holidays.map(({ day, name }) => (
          <li key={day} className={`${classes.row} ${classes.holiday}`}>
            <b>{shortDate(day)}</b>
            <span>
              {name} <span className={classes.detail}>{formatWeekday(day)}</span>
              {!worked.includes(day) && (
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
              checked={worked.includes(day)}
              disabled={isLocked}
              onChange={({ currentTarget: { checked } }) =>
                onChange(
                  checked ? [...worked, day].toSorted() : worked.filter((other) => other !== day),
                )
              }
            />
          </li>
        ))}
      </ul>
      {mayManage && (
        <p className={classes.empty}>
          <LockButton
            kind="subtle"
            size="compact-sm"
            aria-haspopup="dialog"
            onClick={() => setEditing(true)}
          >
            Editar días festivos
          </LockButton>
        </p>
      )}
      <Modal
        opened={isEditing}
        onClose={() => setEditing(false)}
        title="Días festivos de la clínica"
        size={520}
      >
        {isEditing && <ClinicHolidays today={today} onDone={() => setEditing(false)} />}
      </Modal>
    </section>
  );
}

/** Form of the clinic's holidays: the official ones of this year and the next, and added days. */
function ClinicHolidays({ today, onDone }: { today: string; onDone: () => void }) {
  const query = useQuery({
    ...queries.clinic.settings.queryOptions({ input: {}, select: ({ data }) => data }),
    staleTime: 0,
  });
  const [changes, setChanges] = useState<HolidayChanges>();
  const [newDay, setNewDay] = useState({ day: '', name: '' });
  const [error, setError] = useState<string>();
  const navigate = useNavigate();
  const settings = query.data;
  const saving = useMutation({
    mutationFn: (next: HolidayChanges) =>
      api.clinic.update({
        holidays: { added: [...next.added], removed: [...next.removed] },
        ...(settings && { version: settings.version }),
      }),
    onSuccess: (_, next) => {
      void cache.invalidateQueries({ queryKey: queries.clinic.key() });
      void cache.invalidateQueries({ queryKey: queries.doctors.key() });
      void cache.invalidateQueries({ queryKey: queries.appointments.freeTimes.key() });
      notifySuccess('Días festivos guardados');
      if (settings) {
        const show = (fecha: string) =>
          void navigate({ to: '/medicos', search: { vista: 'agenda', fecha } });
        // The holidays are saved, whatever becomes of the count.
        warnOfAppointments(settings.holidays, next, show).catch(() => {});
      }
      onDone();
    },
    onError: (failure) => {
      const isStale = clinicSettings.safeParse(staleDetails(failure)).success;
      if (isStale) void query.refetch();
      setError(
        isStale
          ? 'Otra persona modificó los días festivos. Vuelve a guardar para conservar tus cambios.'
          : failure.message,
      );
    },
  });
  if (settings === undefined) {
    return <LoadError title="No se pudieron cargar los días festivos" queries={[query]} />;
  }
  const shown = changes ?? settings.holidays;
  const year = Number(today.slice(0, 4));
  const official = [year, year + 1].flatMap(listOfficialHolidays);
  const days = [...official, ...shown.added]
    .filter(({ day }) => day >= today)
    .toSorted((first, second) => (first.day < second.day ? -1 : 1));
  const isAdded = (holiday: Holiday) => shown.added.includes(holiday);

  function toggle(holiday: Holiday, isClosed: boolean) {
    if (isAdded(holiday)) {
      setChanges({ ...shown, added: shown.added.filter((other) => other !== holiday) });
      return;
    }
    const others = shown.removed.filter((day) => day !== holiday.day);
    setChanges({ ...shown, removed: isClosed ? others : [...others, holiday.day] });
  }

  const isTyped = newDay.day !== '' || newDay.name !== '';

  /** Adds the typed day, if it is valid, and passes the changes on. */
  function add(onAdded: (next: HolidayChanges) => void = setChanges) {
    const issue = holidayChanges.shape.added.safeParse([newDay]).error?.issues[0];
    if (issue) return setError(issue.message);
    if (days.some(({ day }) => day === newDay.day)) return setError('Ese día ya está en la lista.');
    setError(undefined);
    setNewDay({ day: '', name: '' });
    onAdded({ ...shown, added: [...shown.added, newDay] });
  }

  function save(next: HolidayChanges) {
    setChanges(next);
    saving.mutate(next);
  }

  return (
    <div className={classes.stack}>
      <ul className={classes.rows}>
        {days.map((holiday) => (
          <li key={holiday.day} className={`${classes.row} ${classes.holiday}`}>
            <b>{shortDate(holiday.day)}</b>
            <span>
              {holiday.name}{' '}
              <span className={classes.detail}>
                {formatWeekday(holiday.day)} {holiday.day.slice(0, 4)}
              </span>
            </span>
            <Switch
              label="Cerrado"
              labelPosition="left"
              aria-label={`Cerrado el ${dayAndMonth(holiday.day)}, ${holiday.name}`}
              checked={isAdded(holiday) || !shown.removed.includes(holiday.day)}
              onChange={({ currentTarget: { checked } }) => toggle(holiday, checked)}
            />
          </li>
        ))}
      </ul>
      <div className={classes.pair}>
        <DateField
          label="Otro día"
          value={newDay.day}
          onChange={(day) => setNewDay({ ...newDay, day })}
        />
        <TextInput
          label="Nombre"
          value={newDay.name}
          maxLength={80}
          onChange={({ currentTarget }) => setNewDay({ ...newDay, name: currentTarget.value })}
        />
      </div>
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
      <FormActions
        onCancel={onDone}
        otherwise={
          <LockButton kind="default" disabled={!isTyped} onClick={() => add()}>
            Agregar día
          </LockButton>
        }
      >
        <LockButton loading={saving.isPending} onClick={() => (isTyped ? add(save) : save(shown))}>
          Guardar
        </LockButton>
      </FormActions>
    </div>
  );
}

/** Warns of the appointments on days that were closed, which are not cancelled. */
async function warnOfAppointments(
  before: HolidayChanges,
  after: HolidayChanges,
  onShow: (day: string) => void,
): Promise<void> {
  const closed = [
    ...after.added.filter(({ day }) => !before.added.some((added) => added.day === day)),
    ...before.removed.filter((day) => !after.removed.includes(day)).map((day) => ({ day })),
  ];
  for (const { day } of closed) {
    const count = await countAppointments(day);
    if (count === 0) continue;
    notifyWarning(`El ${dayAndMonth(day)} hay ${pluralize(count, ['cita', 'citas'])}`, {
      detail: 'No se cancelan: revisa la agenda de ese día.',
      action: { label: 'Ver agenda', onClick: () => onShow(day) },
    });
  }
}

/** Counts the appointments of a day with doctors who do not work on it. */
async function countAppointments(date: string): Promise<number> {
  let count = 0;
  for (let page = 0, hasMore = true; hasMore; page++) {
    const { data } = await api.doctors.day({ date, page });
    const absent = data.doctors.filter(({ workedHolidays }) => !workedHolidays.includes(date));
    count += data.appointments.filter(
      ({ kind, status, idDoctor }) =>
        kind !== 'recipe' &&
        status !== 'cancelled' &&
        absent.some((doctor) => doctor.idDoctor === idDoctor),
    ).length;
    hasMore = data.moreDoctors;
  }
  return count;
}
