import { Modal } from '@mantine/core';
import { errorTable } from '@simiente/contract/common/errors';
import type { Doctor } from '@simiente/contract/doctors';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../lib/api/client.ts';
import { DISCARD_TITLE, DiscardQuestion } from '../../ui/page/DiscardQuestion.tsx';
import { PersonCell } from '../../ui/status/PersonCell.tsx';
import { AppointmentForm } from './AppointmentForm.tsx';
import { DoctorLine } from './DoctorLine.tsx';
import classes from './NewAppointmentModal.module.css';
import { OfferedTimes } from './OfferedTimes.tsx';
import { PersonPicker } from './PersonPicker.tsx';
import { TimeWarning } from './TimeWarning.tsx';
import {
  type NewAppointment,
  type NewAppointmentProps,
  useNewAppointment,
} from './use-new-appointment.ts';
import { useDoctorSearch, usePatientSearch } from './use-person-search.ts';

/**
 * 'Crear cita': with a patient who is given, a doctor, or both; who is not given is chosen. It is to
 * stay mounted while it is closed: after a session that ended it opens by itself with what was typed.
 */
export function NewAppointmentModal(props: NewAppointmentProps) {
  const appointment = useNewAppointment(props);
  const doctor = useDoctor(appointment.doctor?.id, appointment.opened);
  return (
    <Modal
      opened={appointment.opened}
      onClose={appointment.form.close}
      title={appointment.isLeaving ? DISCARD_TITLE : 'Crear cita'}
      size={520}
    >
      {props.patient && (
        <div className={classes.who}>
          <PersonCell name={props.patient.name} detail="Paciente" />
        </div>
      )}
      {props.doctor && <DoctorLine name={props.doctor.name} details={[doctor?.specialties[0]]} />}
      {appointment.isLeaving ? (
        <DiscardQuestion onStay={appointment.stay} onDiscard={appointment.discard}>
          La cita no se ha creado.
        </DiscardQuestion>
      ) : (
        <AppointmentForm
          form={appointment.form}
          originalStatus="pending"
          submitLabel="Crear cita"
          first={<Pickers props={props} appointment={appointment} />}
          aboutTime={(take) => (
            <AboutTime appointment={appointment} doctor={doctor} onTake={take} />
          )}
        />
      )}
    </Modal>
  );
}

function Pickers({
  props,
  appointment: { form, patient, doctor, choosePatient, chooseDoctor },
}: {
  props: NewAppointmentProps;
  appointment: NewAppointment;
}) {
  return (
    <>
      {!props.patient && (
        <PersonPicker
          label="Paciente"
          placeholder="Nombre, correo o teléfono"
          value={patient}
          error={form.errors.patient}
          readOnly={form.isSaving}
          useSearch={usePatientSearch}
          onChange={choosePatient}
        />
      )}
      {!props.doctor && (
        <PersonPicker
          label="Médico"
          placeholder="Nombre o correo"
          tone="staff"
          value={doctor}
          error={form.errors.doctor}
          readOnly={form.isSaving}
          useSearch={useDoctorSearch}
          onChange={chooseDoctor}
        />
      )}
    </>
  );
}

interface AboutTimeProps {
  appointment: NewAppointment;
  doctor: Doctor | undefined;
  onTake: (freeTime: string) => void;
}

/** What the chosen doctor's time says: whether they take appointments, what is unusual, what is free. */
function AboutTime({ appointment, doctor, onTake }: AboutTimeProps) {
  const { form, freeFrom, doctor: chosen } = appointment;
  if (chosen === null) {
    return <p className={classes.hint}>Elige al médico para ver sus horas libres.</p>;
  }
  if (doctor?.retiredAt) {
    return <p className={classes.hint}>{errorTable.DOCTOR_RETIRED.message}</p>;
  }
  return (
    <>
      <TimeWarning draft={form.draft} timeZone={form.timeZone} doctor={doctor} />
      {/* A refusal has its own, nearest to the time that was wanted. */}
      {!form.overlap && (
        <OfferedTimes
          idDoctor={chosen.id}
          from={freeFrom}
          timeZone={form.timeZone}
          onTake={onTake}
        />
      )}
    </>
  );
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
