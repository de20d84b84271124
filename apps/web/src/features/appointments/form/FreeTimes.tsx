import { Skeleton } from '@mantine/core';
import {
  type DoctorAppointment,
  MAX_FREE_TIMES,
  type OverlapDetails,
  type SameTime,
} from '@simiente/contract/appointments/calls';
import { errorTable } from '@simiente/contract/common/errors';
import { readWallTime, toWallTime } from '@simiente/contract/common/wall-time';
import type { Doctor } from '@simiente/contract/doctors/calls';
import {
  describeAppointmentSpan,
  formatClinicDay,
  zoneName,
} from '@simiente/contract/format/dates';
import { IconChevronDown } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { queries, useAnswer } from '../../../lib/api/client.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { FormAlert } from '../../../ui/page/FormAlert.tsx';
import type { FormFrame, FormRequest, RecordForm } from '../../record-form/public.ts';
import { parseOverlap, parseSameTime } from '../appointment-cache.ts';
import { type AppointmentValues, parseDateTime } from './appointment-fields.tsx';
import {
  ChosenTime,
  DateTimeFields,
  type DateTimeForm,
  TimeWarning,
  takeTime,
} from './DateTimeFields.tsx';
import classes from './FreeTimes.module.css';
import type { Choice } from './PersonPicker.tsx';
import failureClasses from './SaveFailure.module.css';

interface FreeTimesProps {
  /** Instants, in order. */
  times: readonly string[];
  timeZone: string;
  /** The instant of the form's fields, if it is complete. */
  chosen: string | undefined;
  onSelect: (freeTime: string) => void;
}

/** Days that are shown before 'Ver más días'. */
const FIRST_DAYS = 3;

/** A doctor's free times by day, as buttons that fill the form. */
export function FreeTimeButtons({ times, timeZone, chosen, onSelect }: FreeTimesProps) {
  const [showsAll, setShowsAll] = useState(false);
  if (times.length === 0) {
    return <p className={classes.none}>No se encontraron horarios disponibles próximos.</p>;
  }
  const days = groupByDay(times, timeZone);
  return (
    <fieldset className={classes.free}>
      <legend className={classes.legend}>
        Próximos horarios disponibles <span className={classes.zone}>{zoneName(timeZone)}</span>
      </legend>
      {(showsAll ? days : days.slice(0, FIRST_DAYS)).map(([date, slots]) => (
        <div key={date} className={classes.day}>
          <p id={`free-${date}`} className={classes.date}>
            {formatClinicDay(new Date(slots[0]?.instant ?? ''), timeZone)}{' '}
            <span className={classes.count}>
              {slots.length} {slots.length === 1 ? 'libre' : 'libres'}
            </span>
          </p>
          <ul className={classes.hours} aria-labelledby={`free-${date}`}>
            {slots.map(({ instant, time }) => (
              <li key={instant}>
                <Button
                  kind="default"
                  fullWidth
                  className={classes.hour}
                  selected={instant === chosen}
                  onClick={() => onSelect(instant)}
                >
                  {time.replace(/^0/, '')}
                </Button>
              </li>
            ))}
          </ul>
        </div>
      ))}
      {!showsAll && days.length > FIRST_DAYS && (
        <Button
          kind="subtle"
          size="compact-sm"
          className={classes.more}
          onClick={() => setShowsAll(true)}
        >
          Ver más días <IconChevronDown size={16} stroke={1.7} aria-hidden />
        </Button>
      )}
    </fieldset>
  );
}

/** Groups times by day of the clinic. Leaves out the last day of a full answer, which may lack times. */
function groupByDay(times: readonly string[], timeZone: string) {
  const slots = times.map((instant) => ({ instant, ...toWallTime(instant, timeZone) }));
  const days = [...Map.groupBy(slots, ({ date }) => date)];
  return times.length === MAX_FREE_TIMES && days.length > 1 ? days.slice(0, -1) : days;
}

interface TimeFieldsProps {
  form: DateTimeForm &
    Pick<
      RecordForm<AppointmentValues & { readonly doctor: Choice | null }, unknown>,
      'values' | 'error' | 'forgetFailure' | 'edit'
    >;
  timeZone: string;
  free: ReturnType<typeof useFreeTimesStart>;
  /** The chosen doctor, once loaded. */
  doctor: Doctor | undefined;
  /** Whether the time differs from the saved one, so that it may need a warning. */
  isNew: boolean;
}

/** Date and time, and the free hours of the chosen doctor. */
export function TimeFields({ form, timeZone, free, doctor, isNew }: TimeFieldsProps) {
  const { doctor: chosenDoctor, when } = form.values;
  const reading = parseDateTime(when, timeZone);
  // Times near a rejected one, which replace the doctor's next free times.
  const alternatives = parseOverlap(form.error)?.freeTimes;
  const buttonProps = {
    timeZone,
    chosen: 'instant' in reading ? reading.instant : undefined,
    onSelect: (time: string) => takeTime(form, time, timeZone),
  };
  return (
    <>
      <DateTimeFields
        form={form}
        timeZone={timeZone}
        onType={({ date }) => {
          if (date !== undefined) free.setDate(date);
          // The last rejection was about another time.
          form.forgetFailure();
        }}
      />
      {chosenDoctor === null ? (
        <p className={classes.hint}>Elige un médico para ver sus horarios disponibles.</p>
      ) : doctor?.retiredAt ? (
        <p className={classes.hint}>{errorTable.DOCTOR_RETIRED.message}</p>
      ) : (
        <>
          {isNew && <TimeWarning when={when} timeZone={timeZone} doctor={doctor} />}
          {alternatives ? (
            <FreeTimeButtons times={alternatives} {...buttonProps} />
          ) : (
            <NextFreeTimes idDoctor={chosenDoctor.id} from={free.from} {...buttonProps} />
          )}
        </>
      )}
    </>
  );
}

/** ISO instant from which free times are offered: the typed date or the form's initial time, but not the past. */
export function useFreeTimesStart(
  requested: FormRequest<AppointmentValues, DoctorAppointment> | null,
  timeZone: string,
) {
  const opensAt = requested?.start?.when?.filledFrom;
  const [typed, setTyped] = useState<{ request: object | null; date: string }>();
  const date = typed?.request === requested ? typed?.date : undefined;
  const from = useMemo(() => {
    // An incomplete date has no instant.
    const day = date === undefined ? undefined : readWallTime({ date, time: '00:00' }, timeZone);
    const chosenInstant = day && 'instant' in day ? day.instant : requested && opensAt;
    return chosenInstant && Date.parse(chosenInstant) > Date.now()
      ? chosenInstant
      : new Date().toISOString();
  }, [requested, opensAt, date, timeZone]);
  return { from, setDate: (next: string) => setTyped({ request: requested, date: next }) };
}

interface NextFreeTimesProps extends Omit<FreeTimesProps, 'times'> {
  idDoctor: string;
  from: string;
}

function NextFreeTimes({ idDoctor, from, ...buttons }: NextFreeTimesProps) {
  const { data, isError, refetch } = useAnswer(queries.appointments.freeTimes, {
    input: { idDoctor, from, limit: MAX_FREE_TIMES },
    select: ({ times }) => times,
  });
  if (data) return <FreeTimeButtons times={data} {...buttons} />;
  return (
    <div className={classes.waiting} aria-busy={!isError}>
      {isError ? (
        <>
          <p className={classes.legend}>No se pudieron cargar los horarios.</p>
          <Button kind="default" size="xs" onClick={() => void refetch()}>
            Reintentar
          </Button>
        </>
      ) : (
        <>
          <p className={classes.legend}>Buscando horarios…</p>
          <Skeleton height={180} radius={8} />
        </>
      )}
    </div>
  );
}

interface SaveFailureProps {
  error: Error | null;
  timeZone: string;
  onSelect: (freeTime: string) => void;
}

/** The reason for a rejection, with the other appointment; for an overlap also the nearest free times. */
export function SaveFailure({ error, timeZone, onSelect }: SaveFailureProps) {
  const overlap = parseOverlap(error);
  return (
    <>
      <FormAlert message={error?.message}>
        <ConflictDetails error={error} timeZone={timeZone} />
      </FormAlert>
      {overlap && (
        <FreeTimeButtons
          times={overlap.freeTimes}
          timeZone={timeZone}
          chosen={undefined}
          onSelect={onSelect}
        />
      )}
    </>
  );
}

/** The doctor's other appointment at the same time. */
export function describeCollision(
  { patientName, startsAt, endsAt }: Omit<OverlapDetails, 'freeTimes'>,
  timeZone: string,
): string {
  const subject = patientName === null ? 'Otra cita' : `Con ${patientName}`;
  return `${subject}: ${describeAppointmentSpan(startsAt, endsAt, timeZone)}.`;
}

/** The patient's other appointment at the same time. */
export function describeSameTime(other: SameTime, timeZone: string): string {
  const { doctorName, isRecipe, startsAt, endsAt } = other;
  const booking = isRecipe ? 'Validación de receta' : 'Cita de Calendly';
  const subject = doctorName === null ? booking : `Con ${doctorName}`;
  return `${subject}: ${describeAppointmentSpan(startsAt, endsAt, timeZone)}.`;
}

/** Shown below a failure: the other appointment of the doctor or of the patient. */
function ConflictDetails({ error, timeZone }: { error: Error | null; timeZone: string }) {
  const overlap = parseOverlap(error);
  const other = parseSameTime(error);
  return (
    <>
      {overlap && <p className={failureClasses.taken}>{describeCollision(overlap, timeZone)}</p>}
      {other && <p className={failureClasses.taken}>{describeSameTime(other, timeZone)}</p>}
    </>
  );
}

type AppointmentForm = Pick<FormFrame, 'error' | 'isSaving' | 'submitAnyway'> &
  Pick<RecordForm<AppointmentValues, unknown>, 'values'>;

/** Props of an appointment's dialog: the chosen time and, after a conflict, the other appointment and a button. */
export function appointmentModalProps(
  form: AppointmentForm,
  timeZone: string,
  doctor?: Doctor | undefined,
) {
  return {
    summary: <ChosenTime when={form.values.when} timeZone={timeZone} doctor={doctor} />,
    failureDetails: <ConflictDetails error={form.error} timeZone={timeZone} />,
    ...(parseSameTime(form.error) && {
      submit: (
        <Button key="anyway" loading={form.isSaving} onClick={form.submitAnyway}>
          Agendar de todos modos
        </Button>
      ),
    }),
  };
}
