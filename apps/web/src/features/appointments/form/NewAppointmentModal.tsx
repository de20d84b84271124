import type { DoctorAppointment } from '@simiente/contract/appointments';
import { errorTable } from '@simiente/contract/common/errors';
import { readWallTime } from '@simiente/contract/common/wall-time';
import type { Doctor } from '@simiente/contract/doctors';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { api, queries } from '../../../lib/api/client.ts';
import { PersonCell } from '../../../ui/status/PersonCell.tsx';
import { notifySuccess } from '../../../ui/toasts/notify.tsx';
import {
  type FormRequest,
  fieldsOf,
  RecordModal,
  useRecordForm,
} from '../../record-form/public.ts';
import { useClinicTimeZone } from '../../session/public.ts';
import { askAgainForAppointments, putAppointment } from '../appointment-cache.ts';
import { DoctorLine } from '../DoctorLine.tsx';
import { overlapOf } from '../save-appointment.ts';
import { type AppointmentValues, appointmentFieldsIn, valuesOf } from './appointment-fields.tsx';
import { outsideNote, type Placed } from './EditAppointment.tsx';
import { FreeTimes, OfferedTimes } from './FreeTimes.tsx';
import classes from './NewAppointmentModal.module.css';
import { type Choice, PersonPicker, useDoctorSearch, usePatientSearch } from './PersonPicker.tsx';
import { Taken } from './SaveFailure.tsx';
import { StatusSelect } from './StatusSelect.tsx';
import { TimeWarning, takeTime, WhenFields } from './WhenFields.tsx';

interface NewAppointmentValues extends AppointmentValues {
  readonly patient: Choice | null;
  readonly doctor: Choice | null;
}

export type NewAppointmentRequest = FormRequest<NewAppointmentValues, DoctorAppointment>;

const isSamePerson = (first: Choice | null, second: Choice | null) => first?.id === second?.id;

const fieldsIn = (timeZone: string) =>
  fieldsOf<NewAppointmentValues, DoctorAppointment>()({
    patient: { label: 'Paciente', missing: 'Elige al paciente.', isSame: isSamePerson },
    doctor: { label: 'Médico', missing: 'Elige al médico.', isSame: isSamePerson },
    ...appointmentFieldsIn(timeZone),
  });

export interface NewAppointmentModalProps {
  requested: NewAppointmentRequest | null;
  /** Whose it will be; without one it is chosen. */
  patient?: { readonly idUser: string; readonly name: string };
  /** With whom; without one it is chosen. */
  doctor?: { readonly idDoctor: string; readonly name: string };
  /** Once the dialog is gone. */
  onClosed?: () => void;
}

/** 'Crear cita': with a patient who is given, a doctor, or both; who is not given is chosen. */
export function NewAppointmentModal(props: NewAppointmentModalProps) {
  const { requested, patient, doctor: givenDoctor, onClosed } = props;
  const cache = useQueryClient();
  const timeZone = useClinicTimeZone();
  const form = useRecordForm({
    name: JSON.stringify(['new-appointment', patient?.idUser, givenDoctor?.idDoctor]),
    fields: fieldsIn(timeZone),
    valuesOf: (_: DoctorAppointment | null): NewAppointmentValues => ({
      patient: patient ? { id: patient.idUser, name: patient.name } : null,
      doctor: givenDoctor ? { id: givenDoctor.idDoctor, name: givenDoctor.name } : null,
      ...valuesOf(null, timeZone),
    }),
    requested,
    save: async ({ written, key }): Promise<Placed | null> => {
      const { patient: whose, doctor: withWhom, status, when } = written;
      if (whose === null || withWhom === null) return null;
      const { data } = await api.appointments.create(
        { idUser: whose.id, idDoctor: withWhom.id, status, date: when },
        { context: { idempotencyKey: key } },
      );
      return { ...data.appointment, outsideWorkingHours: data.outsideWorkingHours };
    },
    show: async ({ outsideWorkingHours: _, ...appointment }: Placed) => {
      await putAppointment(cache, appointment);
      askAgainForAppointments(cache);
    },
    onDone: (saved: Placed | null) =>
      saved && notifySuccess('Cita creada', outsideNote(saved.outsideWorkingHours)),
    // A time that was offered may be taken since, and the doctor may have retired.
    onRefused: () => {
      void cache.invalidateQueries({ queryKey: queries.appointments.freeTimes.key() });
      void cache.invalidateQueries({ queryKey: queries.doctors.key() });
    },
  });
  const { values } = form;
  const doctor = useDoctor(values.doctor?.id, form.opened);
  const { freeFrom, follow } = useFreeFrom(requested, timeZone);
  const overlap = overlapOf(form.error);
  const take = (time: string) => takeTime(form, time, timeZone);

  return (
    <RecordModal
      form={form}
      title="Crear cita"
      lead={
        <>
          {patient && (
            <div className={classes.who}>
              <PersonCell name={patient.name} detail="Paciente" />
            </div>
          )}
          {givenDoctor && <DoctorLine name={givenDoctor.name} details={[doctor?.specialties[0]]} />}
        </>
      }
      submitLabel="Crear cita"
      aboutFailure={overlap && <Taken overlap={overlap} timeZone={timeZone} />}
      {...(onClosed && { onClosed })}
    >
      {overlap && <FreeTimes times={overlap.freeTimes} timeZone={timeZone} onTake={take} />}
      {!patient && (
        <PersonPicker
          label="Paciente"
          placeholder="Nombre, correo o teléfono"
          value={values.patient}
          error={form.errors.patient}
          readOnly={form.isSaving}
          useSearch={usePatientSearch}
          onChange={(chosen) => form.edit({ patient: chosen })}
        />
      )}
      {!givenDoctor && (
        <PersonPicker
          label="Médico"
          placeholder="Nombre o correo"
          tone="staff"
          value={values.doctor}
          error={form.errors.doctor}
          readOnly={form.isSaving}
          useSearch={useDoctorSearch}
          onChange={(chosen) => {
            form.edit({ doctor: chosen });
            // What was refused was refused of another doctor.
            form.forgetFailure();
          }}
        />
      )}
      <StatusSelect form={form} original="pending" />
      <WhenFields
        form={form}
        timeZone={timeZone}
        onTyped={({ date }) => {
          if (date !== undefined) follow(date);
          // What was refused was refused of another time.
          form.forgetFailure();
        }}
      />
      {values.doctor === null ? (
        <p className={classes.hint}>Elige un médico para ver sus horarios disponibles.</p>
      ) : doctor?.retiredAt ? (
        <p className={classes.hint}>{errorTable.DOCTOR_RETIRED.message}</p>
      ) : (
        <>
          <TimeWarning when={values.when} timeZone={timeZone} doctor={doctor} />
          {/* A refusal has its own, nearest to the time that was wanted. */}
          {!overlap && (
            <OfferedTimes
              idDoctor={values.doctor.id}
              from={freeFrom}
              timeZone={timeZone}
              onTake={take}
            />
          )}
        </>
      )}
    </RecordModal>
  );
}

/** The instant from which on free times are offered: it follows the date that is typed. */
function useFreeFrom(requested: NewAppointmentRequest | null, timeZone: string) {
  const [typed, setTyped] = useState<{ of: NewAppointmentRequest | null; date: string }>();
  const date = typed?.of === requested ? typed?.date : undefined;
  const freeFrom = useMemo(() => {
    const day = date === undefined ? undefined : readWallTime({ date, time: '00:00' }, timeZone);
    const wanted = day ? 'instant' in day && day.instant : requested?.start?.when?.filledFrom;
    return wanted && Date.parse(wanted) > Date.now() ? wanted : new Date().toISOString();
  }, [requested, date, timeZone]);
  return { freeFrom, follow: (next: string) => setTyped({ of: requested, date: next }) };
}

/** What there is to know of the doctor besides the name. */
function useDoctor(idDoctor: string | undefined, isNeeded: boolean): Doctor | undefined {
  return useQuery(
    queries.doctors.getOne.queryOptions({
      input: { idDoctor: idDoctor ?? '' },
      enabled: isNeeded && idDoctor !== undefined,
      select: ({ data }) => data,
    }),
  ).data;
}
