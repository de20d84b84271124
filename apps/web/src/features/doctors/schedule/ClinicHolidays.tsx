import { Switch, TextInput } from '@mantine/core';
import type { ClinicSettings } from '@simiente/contract/clinic/calls';
import { dayIn } from '@simiente/contract/common/days';
import { listOfficialHolidays } from '@simiente/contract/doctors/holidays';
import {
  type Holiday,
  type HolidayChanges,
  holidayChanges,
} from '@simiente/contract/doctors/schedule';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../../lib/api/client.ts';
import { pluralize } from '../../../lib/format/numbers.ts';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import { DateField } from '../../../ui/dates/DateField.tsx';
import { focusFallback, keepFocus } from '../../../ui/focus.ts';
import { notifyWarning } from '../../../ui/toasts/notify.tsx';
import { type SettingsFormProps, useSettingsForm } from '../../clinic-settings/public.ts';
import { defineFields, RecordModal } from '../../record-form/public.ts';
import { useClinicTimeZone } from '../../session/public.ts';
import { CardError, dayAndMonth, formatWeekday, shortDate } from './HolidaysCard.tsx';
import classes from './SchedulePage.module.css';

interface Values {
  readonly holidays: HolidayChanges;
  /** A typed day that is not in the list yet. */
  readonly day: string;
  readonly name: string;
}

const fields = defineFields<Values, ClinicSettings>()({
  holidays: {
    label: 'Días festivos',
    rule: holidayChanges,
    show: ({ added, removed }) =>
      `Agregados: ${added.map(({ name }) => name).join(', ')}. Abiertos: ${removed.map(shortDate).join(', ')}.`,
  },
  day: { label: 'Otro día' },
  name: { label: 'Nombre' },
});

/** 'Editar días festivos': the official holidays of this year and the next, and added days. */
export function ClinicHolidays({ settings, onClosed }: SettingsFormProps) {
  const navigate = useNavigate();
  const today = dayIn(useClinicTimeZone(), new Date());
  const form = useSettingsForm({
    settings,
    fields,
    toValues: ({ holidays }): Values => ({ holidays, day: '', name: '' }),
    toSettings: ({ holidays }) => ({ holidays }),
    savedTitle: 'Días festivos guardados',
    onSaved: ({ holidays }) => {
      const show = (fecha: string) =>
        void navigate({ to: '/medicos', search: { vista: 'agenda', fecha } });
      // The holidays are saved even if the count fails.
      warnOfAppointments(settings.holidays, holidays, show).catch(() => {});
    },
  });
  const { holidays, day: newDay, name: newName } = form.values;
  const { added, removed } = holidays;
  const year = Number(today.slice(0, 4));
  const days = [...[year, year + 1].flatMap(listOfficialHolidays), ...added]
    .filter(({ day }) => day >= today)
    .toSorted((first, second) => (first.day < second.day ? -1 : 1));
  const isAdded = ({ day }: Holiday) => added.some((other) => other.day === day);

  function toggle(holiday: Holiday, isClosed: boolean) {
    const { day } = holiday;
    const others = removed.filter((other) => other !== day);
    form.edit({
      holidays: isAdded(holiday)
        ? { removed, added: added.filter((other) => other.day !== day) }
        : { added, removed: isClosed ? others : [...others, day] },
    });
  }

  const isTyped = newDay !== '' || newName !== '';

  /** Adds the typed day. Returns false if it is invalid. */
  function add(): boolean {
    const typed = { day: newDay, name: newName };
    const issue = holidayChanges.shape.added.safeParse([typed]).error?.issues[0];
    const isPast = newDay < today ? 'Ese día ya pasó.' : undefined;
    const isListed = [...listOfficialHolidays(Number(newDay.slice(0, 4))), ...added].some(
      ({ day }) => day === newDay,
    );
    const error =
      issue?.message ?? isPast ?? (isListed ? 'Ese día ya está en la lista.' : undefined);
    if (error !== undefined) {
      form.setError(issue?.path.at(-1) === 'name' ? 'name' : 'day', error);
      return false;
    }
    form.edit({ holidays: { removed, added: [...added, typed] }, day: '', name: '' });
    return true;
  }

  return (
    <RecordModal
      form={form}
      title="Días festivos de la clínica"
      submitLabel="Guardar"
      submit={
        <LockButton loading={form.isSaving} onClick={() => (!isTyped || add()) && form.submit()}>
          Guardar
        </LockButton>
      }
      onClosed={onClosed}
    >
      <ul className={classes.rows} {...focusFallback}>
        {days.map((holiday) => (
          <li ref={keepFocus} key={holiday.day} className={`${classes.row} ${classes.holiday}`}>
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
              checked={isAdded(holiday) || !removed.includes(holiday.day)}
              onChange={({ currentTarget: { checked } }) => toggle(holiday, checked)}
            />
          </li>
        ))}
      </ul>
      <CardError error={form.errors.holidays} />
      <div className={classes.pair}>
        <DateField {...form.input('day')} value={newDay} onChange={(day) => form.edit({ day })} />
        <TextInput {...form.input('name')} maxLength={80} />
      </div>
      <div>
        <LockButton kind="default" disabled={!isTyped} onClick={() => add()}>
          Agregar día
        </LockButton>
      </div>
    </RecordModal>
  );
}

/** Warns of the appointments on days that were closed, which are not cancelled. */
async function warnOfAppointments(
  before: HolidayChanges,
  after: HolidayChanges,
  onShow: (day: string) => void,
): Promise<void> {
  const closedDays = [
    ...after.added.filter(({ day }) => !before.added.some((added) => added.day === day)),
    ...before.removed.filter((day) => !after.removed.includes(day)).map((day) => ({ day })),
  ];
  for (const { day } of closedDays) {
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
    const absentDoctors = data.doctors.filter(
      ({ workedHolidays }) => !workedHolidays.includes(date),
    );
    count += data.appointments.filter(
      ({ kind, status, idDoctor }) =>
        kind !== 'recipe' &&
        status !== 'cancelled' &&
        absentDoctors.some((doctor) => doctor.idDoctor === idDoctor),
    ).length;
    hasMore = data.moreDoctors;
  }
  return count;
}
