import { ActionIcon, NativeSelect, Popover } from '@mantine/core';
import { addDays, dayIn } from '@simiente/contract/common/days';
import { readWallTime, toWallTime } from '@simiente/contract/common/wall-time';
import { getWeekday } from '@simiente/contract/doctors/holidays';
import {
  type PlacedInterval,
  VIDEO_CALL,
  VIDEO_PLACE,
  workingInterval,
} from '@simiente/contract/doctors/schedule';
import { findOverlap } from '@simiente/contract/doctors/working-time';
import type { OrderBranch } from '@simiente/contract/exam-orders/calls';
import { hasOtherClock, zoneName, zoneOffset } from '@simiente/contract/format/dates';
import { IconCopy, IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { pluralize } from '../../../lib/format/numbers.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { TimeField } from '../../../ui/dates/DateField.tsx';
import { focusFallback, keepFocus } from '../../../ui/focus.ts';
import { BranchPicker } from '../../exam-orders/public.ts';
import { useClinicTimeZone } from '../../session/public.ts';
import { CardError } from './HolidaysCard.tsx';
import classes from './SchedulePage.module.css';
import {
  countMinutes,
  dayName,
  describeHours,
  describeMinutes,
  describePlace,
  inOrder,
  type Place,
  type ScheduleCardProps,
  WEEK,
} from './schedule-values.ts';

export function WeekCard({ form }: ScheduleCardProps) {
  const { workingDays: intervals } = form.values;
  const isLocked = form.isSaving;
  const onChange = (workingDays: readonly PlacedInterval[]) => form.edit({ workingDays });
  const [adding, setAdding] = useState<number | null>(null);
  const total = pluralize(intervals.length, ['intervalo', 'intervalos']);
  return (
    <section className={classes.card} aria-labelledby="schedule-week">
      <div className={classes.header}>
        <div>
          <h2 id="schedule-week" className={classes.title}>
            Semana
          </h2>
          <p className={classes.note}>
            {describeMinutes(countMinutes(intervals))} en {total}. Cada intervalo usa la hora de su
            lugar.
          </p>
        </div>
        <CopyDay form={form} />
      </div>
      <CardError error={form.errors.workingDays} />
      <ul className={classes.rows}>
        {WEEK.map((weekday) => {
          const dayIntervals = inOrder(
            intervals.filter((interval) => interval.weekday === weekday),
          );
          const name = dayName(weekday);
          return (
            <li
              key={weekday}
              className={`${classes.row} ${classes.day}`}
              aria-label={name}
              {...focusFallback}
            >
              <span className={classes.name}>
                {name}
                {dayIntervals.length > 0 && (
                  <span className={classes.detail}>
                    {describeMinutes(countMinutes(dayIntervals))}
                  </span>
                )}
              </span>
              {dayIntervals.length === 0 ? (
                <p className={`${classes.chips} ${classes.note}`}>No atiende</p>
              ) : (
                <ul className={classes.chips}>
                  {dayIntervals.map((interval) => (
                    <Interval
                      key={JSON.stringify(interval)}
                      interval={interval}
                      isLocked={isLocked}
                      onRemove={() => onChange(intervals.filter((other) => other !== interval))}
                    />
                  ))}
                </ul>
              )}
              <ActionIcon
                size={32}
                aria-label={`Agregar intervalo el ${name.toLowerCase()}`}
                aria-expanded={adding === weekday}
                disabled={isLocked}
                onClick={() => setAdding(adding === weekday ? null : weekday)}
              >
                <IconPlus size={18} stroke={1.7} aria-hidden />
              </ActionIcon>
              {adding === weekday && (
                <AddInterval
                  weekday={weekday}
                  others={intervals}
                  onCancel={() => setAdding(null)}
                  onAdd={(interval) => {
                    onChange(inOrder([...intervals, interval]));
                    setAdding(null);
                  }}
                />
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface IntervalProps {
  interval: PlacedInterval;
  isLocked: boolean;
  onRemove: () => void;
}

function Interval({ interval, isLocked, onRemove }: IntervalProps) {
  const clinicTimeZone = useClinicTimeZone();
  const { timeZone, weekday } = interval;
  const now = new Date();
  const zone = hasOtherClock(timeZone, clinicTimeZone, now) && ` · ${zoneOffset(timeZone, now)}`;
  const place = describePlace(interval);
  return (
    <li ref={keepFocus} className={classes.chip}>
      <b>{describeHours(interval)}</b>
      <span className={classes.place} title={place}>
        {place}
        {zone}
      </span>
      <ActionIcon
        size={28}
        aria-label={`Quitar ${describeHours(interval)} del ${dayName(weekday).toLowerCase()}`}
        disabled={isLocked}
        onClick={onRemove}
      >
        <IconX size={16} stroke={1.7} aria-hidden />
      </ActionIcon>
    </li>
  );
}

const OTHER = 'other';

const VIDEO: Place = { idBranch: VIDEO_CALL, placeName: VIDEO_PLACE.name, timeZone: null };
const CLINIC: Place = { idBranch: null, placeName: null, timeZone: null };

interface AddIntervalProps {
  weekday: number;
  others: readonly PlacedInterval[];
  onAdd: (interval: PlacedInterval) => void;
  onCancel: () => void;
}

/** Form of a new interval: hours in the zone of its place, with the clinic's hours beneath. */
function AddInterval({ weekday, others, onAdd, onCancel }: AddIntervalProps) {
  const clinicTimeZone = useClinicTimeZone();
  const [hours, setHours] = useState({ from: '', to: '' });
  const [choice, setChoice] = useState('');
  const [branch, setBranch] = useState<OrderBranch | null>(null);
  const [error, setError] = useState<{ message: string; field?: unknown }>();
  const places = listPlaces([VIDEO, ...others]);
  const place: Place | null | undefined =
    choice === OTHER
      ? branch && { idBranch: branch.idBranch, placeName: branch.name, timeZone: branch.timeZone }
      : choice === ''
        ? CLINIC
        : places.find(({ idBranch }) => idBranch === choice);

  function add() {
    if (!place) return setError({ message: 'Elige la sucursal.' });
    const interval = { weekday, ...hours, ...place };
    const { placeName: _name, timeZone: _zone, ...sent } = interval;
    const issue = workingInterval.safeParse(sent).error?.issues[0];
    if (issue) {
      const { message, code, path } = issue;
      return setError(code === 'invalid_format' ? { message, field: path[0] } : { message });
    }
    if (findOverlap([...others, interval], clinicTimeZone) !== undefined) {
      return setError({ message: 'Se empalma con otro intervalo.' });
    }
    onAdd(interval);
  }

  const formError = error?.field === undefined ? error?.message : undefined;
  const timeProps = (name: 'from' | 'to') => ({
    value: hours[name],
    error: error?.field === name && error.message,
    className: classes.time ?? '',
    leftSection: null,
    onChange: (value: string) => {
      setHours({ ...hours, [name]: value });
      setError(undefined);
    },
  });
  return (
    <fieldset
      ref={keepFocus}
      aria-label={`Nuevo intervalo del ${dayName(weekday).toLowerCase()}`}
      className={classes.adding}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel();
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
        // Enter adds the interval, and must not submit the form of the page.
        if (!event.defaultPrevented) add();
        event.preventDefault();
      }}
    >
      <TimeField label="De" autoFocus {...timeProps('from')} />
      <TimeField label="A" {...timeProps('to')} />
      <NativeSelect
        label="Lugar"
        className={classes.where ?? ''}
        value={choice}
        data={[
          { value: '', label: 'Clínica' },
          ...places.map((option) => ({
            value: option.idBranch ?? '',
            label: describePlace(option),
          })),
          { value: OTHER, label: 'Otra sucursal…' },
        ]}
        onChange={({ currentTarget }) => {
          setChoice(currentTarget.value);
          setError(undefined);
        }}
      />
      {choice === OTHER && (
        <div className={classes.whole}>
          <BranchPicker value={branch} error={undefined} readOnly={false} onChange={setBranch} />
        </div>
      )}
      <Button kind="default" onClick={onCancel}>
        Cancelar
      </Button>
      <Button kind="default" onClick={add}>
        Agregar
      </Button>
      <p className={`${classes.whole} ${formError ? classes.error : classes.note}`} role="status">
        {formError ?? (place && describeClinicHours({ weekday, ...hours }, place, clinicTimeZone))}
      </p>
    </fieldset>
  );
}

/** Places of the intervals, except for the clinic. */
function listPlaces(intervals: readonly Place[]): Place[] {
  const places = intervals.filter(({ placeName }) => placeName !== null);
  return [...new Map(places.map((place) => [place.idBranch, place])).values()];
}

/** Text such as 'Hora de Tijuana (UTC−8). En Ciudad de México: 12:00–16:00.', for the next such weekday. */
function describeClinicHours(
  { weekday, from, to }: Pick<PlacedInterval, 'weekday' | 'from' | 'to'>,
  { timeZone }: Place,
  clinicTimeZone: string,
): string | undefined {
  const now = new Date();
  if (!hasOtherClock(timeZone, clinicTimeZone, now)) return undefined;
  const today = dayIn(clinicTimeZone, now);
  const date = addDays(today, (weekday - getWeekday(today) + 7) % 7);
  const zone = `Hora de ${zoneName(timeZone)} (${zoneOffset(timeZone, now)}).`;
  const [start, end] = [from, to].map((time) => {
    const reading = readWallTime({ date, time }, timeZone);
    return 'instant' in reading ? toWallTime(reading.instant, clinicTimeZone).time : undefined;
  });
  if (start === undefined || end === undefined) return zone;
  return `${zone} En ${zoneName(clinicTimeZone)}: ${describeHours({ from: start, to: end })}.`;
}

/** 'Copiar un día': replaces the intervals of a weekday by those of another. */
function CopyDay({ form }: ScheduleCardProps) {
  const { workingDays } = form.values;
  const [opened, setOpened] = useState(false);
  const [from, setFrom] = useState('1');
  const [to, setTo] = useState('2');
  const days = WEEK.map((weekday) => ({ value: String(weekday), label: dayName(weekday) }));
  function copy() {
    const copied = workingDays.filter(({ weekday }) => weekday === Number(from));
    const otherDays = workingDays.filter(({ weekday }) => weekday !== Number(to));
    const copies = copied.map((interval) => ({ ...interval, weekday: Number(to) }));
    form.edit({ workingDays: inOrder([...otherDays, ...copies]) });
    setOpened(false);
  }
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" withRoles={false} trapFocus>
      <Popover.Target>
        <Button
          kind="subtle"
          icon={IconCopy}
          aria-haspopup="dialog"
          aria-expanded={opened}
          disabled={form.isSaving || workingDays.length === 0}
          onClick={() => setOpened(!opened)}
        >
          Copiar un día
        </Button>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label="Copiar un día">
        <div className={classes.stack}>
          <NativeSelect
            label="Copiar el horario del"
            data={days}
            value={from}
            onChange={({ currentTarget }) => setFrom(currentTarget.value)}
          />
          <NativeSelect
            label="y reemplazar el del"
            data={days}
            value={to}
            onChange={({ currentTarget }) => setTo(currentTarget.value)}
          />
          <Button disabled={from === to} onClick={copy}>
            Copiar
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
