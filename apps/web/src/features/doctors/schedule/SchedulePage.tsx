import { Skeleton } from '@mantine/core';
import { useDidUpdate } from '@mantine/hooks';
import { type Doctor, doctor as doctorSchema } from '@simiente/contract/doctors/calls';
import type { Schedule } from '@simiente/contract/doctors/schedule';
import { titledName } from '@simiente/contract/doctors/titled-name';
import { IconAlertTriangle, IconCalendarEvent } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { api, queries } from '../../../lib/api/client.ts';
import { isUnknownRecord } from '../../../lib/api/failure.ts';
import { LinkButton } from '../../../ui/buttons/LinkButton.tsx';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import { rescueFocus } from '../../../ui/focus.ts';
import { FootNote } from '../../../ui/form/FormPage.tsx';
import type { LinkSlot } from '../../../ui/link-slot.ts';
import { PageHead } from '../../../ui/list/PageHead.tsx';
import { PersonAvatar } from '../../../ui/status/person.tsx';
import { notifySuccess } from '../../../ui/toasts/notify.tsx';
import { SettingsDialog } from '../../clinic-settings/public.ts';
import { RecordPage, useRecordForm } from '../../record-form/public.ts';
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
import { ClinicHolidays } from './ClinicHolidays.tsx';
import { HolidaysCard } from './HolidaysCard.tsx';
import classes from './SchedulePage.module.css';
import { fields, findAffected, toValues } from './schedule-values.ts';
import { WeekCard } from './WeekCard.tsx';

/** /medicos/{id}/horarios: times and places at which a doctor takes appointments. */
export default function SchedulePage({ idDoctor }: { idDoctor: string }) {
  const query = useQuery({
    ...queries.doctors.getOne.queryOptions({ input: { idDoctor }, select: ({ data }) => data }),
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
      <PageHead
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
    toValues,
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
          <FootNote>
            <p className={classes.touched} data-tone="amber">
              <IconAlertTriangle size={18} stroke={1.7} aria-hidden />
              {affected.length === 1
                ? '1 cita quedaría fuera del horario. No se cancela.'
                : `${affected.length} citas quedarían fuera del horario. No se cancelan.`}
              <LockButton kind="subtle" size="compact-sm" onClick={() => list(request.ids)}>
                {affected.length === 1 ? 'Ver cita' : 'Ver citas'}
              </LockButton>
              <LockButton
                kind="subtle"
                size="compact-sm"
                onClick={() => submit({ ...request, isReschedulingAll: true })}
              >
                Reprogramar todas
              </LockButton>
            </p>
          </FootNote>
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
