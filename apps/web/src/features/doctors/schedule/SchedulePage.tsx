import { Skeleton, Switch, TextInput } from '@mantine/core';
import { useDidUpdate } from '@mantine/hooks';
import type { ClinicSettings } from '@simiente/contract/clinic/calls';
import { dayIn } from '@simiente/contract/common/days';
import { type Doctor, doctor as doctorSchema } from '@simiente/contract/doctors/calls';
import { listOfficialHolidays } from '@simiente/contract/doctors/holidays';
import {
  type Holiday,
  type HolidayChanges,
  holidayChanges,
  type Schedule,
} from '@simiente/contract/doctors/schedule';
import { titledName } from '@simiente/contract/doctors/titled-name';
import { IconAlertTriangle, IconCalendarEvent } from '@tabler/icons-react';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { api, queries, useAnswer } from '../../../lib/api/client.ts';
import { isUnknownRecord } from '../../../lib/api/failure.ts';
import { pluralize } from '../../../lib/format/numbers.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { LinkButton } from '../../../ui/buttons/LinkButton.tsx';
import { DateField } from '../../../ui/dates/DateField.tsx';
import { focusFallback, keepFocus, rescueFocus } from '../../../ui/focus.ts';
import { FooterNote } from '../../../ui/form/FormPage.tsx';
import type { LinkSlot } from '../../../ui/link-slot.ts';
import { PageHeader } from '../../../ui/list/PageHeader.tsx';
import { PersonAvatar } from '../../../ui/status/person.tsx';
import { notifySuccess, notifyWarning } from '../../../ui/toasts/notify.tsx';
import {
  SettingsDialog,
  type SettingsFormProps,
  useSettingsForm,
} from '../../clinic-settings/public.ts';
import { defineFields, RecordModal, RecordPage, useRecordForm } from '../../record-form/public.ts';
import { PendingRecord } from '../../records/public.ts';
import { useClinicTimeZone } from '../../session/public.ts';
import { listCrumb, PageCrumbs, PageTitle } from '../../shell/public.ts';
import { doctorWords } from '../DoctorPage.tsx';
import { showDoctor } from '../doctor-list.ts';
import { AbsencesCard } from './AbsencesCard.tsx';
import {
  AffectedAppointments,
  type AffectedRequest,
  useUpcoming,
} from './AffectedAppointments.tsx';
import { CardError, dayAndMonth, formatWeekday, HolidaysCard, shortDate } from './HolidaysCard.tsx';
import classes from './SchedulePage.module.css';
import { fields, findAffected } from './schedule-values.ts';
import { WeekCard } from './WeekCard.tsx';

/** /medicos/{id}/horarios: times and places at which a doctor takes appointments. */
export function SchedulePage() {
  const { idDoctor } = useParams({ from: '/_shell/_guarded/medicos/$idDoctor_/horarios' });
  const query = useAnswer(queries.doctors.getOne, {
    input: { idDoctor },
    // The form begins with the current schedule.
    staleTime: 0,
  });
  const doctor = query.data;
  if (isUnknownRecord(query.error) || !doctor || !query.isFetchedAfterMount) {
    return (
      <PendingRecord words={doctorWords} queries={[query]}>
        <Skeleton height={600} radius={12} />
      </PendingRecord>
    );
  }
  return <ShownSchedule doctor={doctor} />;
}

/** The page of a loaded schedule. After a save, its form restarts with the saved values. */
function ShownSchedule({ doctor }: { doctor: Doctor }) {
  const [shownDoctor, setShownDoctor] = useState(doctor);
  const [affected, setAffected] = useState<AffectedRequest | null>(null);
  const [isEditingClinic, setEditingClinic] = useState(false);
  // After a save, the form with the pressed button has been unmounted.
  useDidUpdate(() => rescueFocus(document.querySelector('h1')), [shownDoctor]);
  const doctorLink: LinkSlot = (
    <Link
      to="/medicos/$idDoctor"
      params={{ idDoctor: shownDoctor.idDoctor }}
      activeOptions={{ exact: true }}
    />
  );
  return (
    <>
      <PageTitle>Horarios</PageTitle>
      <PageCrumbs
        crumbs={[
          listCrumb(doctorWords.list),
          { label: titledName(shownDoctor.name), link: doctorLink },
          { label: 'Horarios' },
        ]}
      />
      <PageHeader
        title="Horarios"
        mark={<PersonAvatar name={shownDoctor.name} tone="staff" size={48} />}
        context={[
          titledName(shownDoctor.name),
          shownDoctor.specialties[0],
          `Citas de ${shownDoctor.appointmentMinutes} minutos`,
        ]
          .filter(Boolean)
          .join(' · ')}
        action={
          <LinkButton kind="default" icon={IconCalendarEvent} link={doctorLink}>
            Ver agenda
          </LinkButton>
        }
      />
      <ScheduleForm
        key={shownDoctor.version}
        doctor={shownDoctor}
        // The dialog of the holidays changes them while the form is open.
        clinicHolidays={doctor.clinicHolidays}
        onSaved={setShownDoctor}
        onAffected={setAffected}
        onEditClinic={() => setEditingClinic(true)}
      />
      <AffectedAppointments requested={affected} onClose={() => setAffected(null)} />
      {isEditingClinic && (
        <SettingsDialog Form={ClinicHolidays} onClosed={() => setEditingClinic(false)} />
      )}
    </>
  );
}

interface ScheduleFormProps {
  doctor: Doctor;
  clinicHolidays: Schedule['clinicHolidays'];
  onSaved: (doctor: Doctor) => void;
  onAffected: (request: AffectedRequest) => void;
  onEditClinic: () => void;
}

function ScheduleForm(props: ScheduleFormProps) {
  const { doctor, clinicHolidays, onSaved, onAffected, onEditClinic } = props;
  const { idDoctor } = doctor;
  const timeZone = useClinicTimeZone();
  const navigate = useNavigate();
  const upcoming = useUpcoming(idDoctor) ?? [];
  /** The appointments that are rescheduled one after another once the schedule is saved. */
  const afterSave = useRef<AffectedRequest>(undefined);
  const form = useRecordForm({
    fields,
    page: { record: doctor },
    record: doctorSchema,
    save: async ({ base, payload, options }) => {
      if (base === null) return null;
      const edit = { ...payload, idDoctor, version: base.version };
      return (await api.doctors.update(edit, options)).data.doctor;
    },
    show: (saved) => showDoctor(saved),
    onDone: (saved: Doctor | null) => {
      if (saved === null) return;
      notifySuccess('Horario guardado');
      onSaved(saved);
      if (afterSave.current) onAffected(afterSave.current);
    },
  });
  const { workingDays, absences, workedHolidays } = form.values;
  const editedSchedule: Schedule = {
    workingDays: [...workingDays],
    absences: [...absences],
    workedHolidays: [...workedHolidays],
    clinicHolidays,
  };
  const savedSchedule = { ...doctor, clinicHolidays };
  const affected = findAffected(upcoming, savedSchedule, editedSchedule, timeZone);
  const request = { doctor, ids: affected.map(({ id }) => id) };
  const list = (ids: readonly string[]) => onAffected({ doctor, ids, isReschedulingAll: false });

  function submit(next?: AffectedRequest) {
    afterSave.current = next;
    form.submit();
  }

  return (
    <RecordPage
      form={{ ...form, submit: () => submit() }}
      label="Horarios"
      submitLabel="Guardar horario"
      onCancel={() => void navigate({ to: '/medicos/$idDoctor', params: { idDoctor } })}
      note={
        affected.length > 0 && (
          <FooterNote>
            <p className={classes.touched} data-tone="amber">
              <IconAlertTriangle size={18} stroke={1.7} aria-hidden />
              {affected.length === 1
                ? '1 cita quedaría fuera del horario. No se cancela.'
                : `${affected.length} citas quedarían fuera del horario. No se cancelan.`}
              <Button kind="subtle" size="compact-sm" onClick={() => list(request.ids)}>
                {affected.length === 1 ? 'Ver cita' : 'Ver citas'}
              </Button>
              <Button
                kind="subtle"
                size="compact-sm"
                onClick={() => submit({ ...request, isReschedulingAll: true })}
              >
                Reprogramar todas
              </Button>
            </p>
          </FooterNote>
        )
      }
    >
      <div className={classes.cards}>
        <WeekCard form={form} />
        <div className={classes.side}>
          <AbsencesCard form={form} upcoming={upcoming} onList={list} />
          <HolidaysCard
            form={form}
            changes={clinicHolidays}
            upcoming={upcoming}
            onList={list}
            onEditClinic={onEditClinic}
          />
        </div>
      </div>
    </RecordPage>
  );
}

const holidayFields = defineFields<ClinicSettings>()({
  holidays: {
    label: 'Días festivos',
    initial: { added: [], removed: [] } as HolidayChanges,
    rule: holidayChanges,
    show: ({ added, removed }) =>
      `Agregados: ${added.map(({ name }) => name).join(', ')}. Abiertos: ${removed.map(shortDate).join(', ')}.`,
  },
  /** A typed day that is not in the list yet. */
  day: { label: 'Otro día' },
  name: { label: 'Nombre' },
});

/** 'Editar días festivos': the official holidays of this year and the next, and added days. */
function ClinicHolidays({ settings, onClosed }: SettingsFormProps) {
  const navigate = useNavigate();
  const today = dayIn(useClinicTimeZone(), new Date());
  const form = useSettingsForm({
    settings,
    fields: holidayFields,
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
        <Button loading={form.isSaving} onClick={() => (!isTyped || add()) && form.submit()}>
          Guardar
        </Button>
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
        <Button kind="default" disabled={!isTyped} onClick={() => add()}>
          Agregar día
        </Button>
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
