import type { DoctorAppointment } from '@simiente/contract/appointments';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { AppointmentCard } from './AppointmentCard.tsx';
import { DateStrip } from './DateStrip.tsx';
import classes from './DoctorCard.module.css';
import { DoctorLine } from './DoctorLine.tsx';
import { EditAppointmentModal } from './EditAppointmentModal.tsx';
import { useAppointmentEditor } from './use-appointment-editor.ts';

interface DoctorCardProps {
  appointment: DoctorAppointment;
  clinicTimeZone: string;
}

/** An appointment with a doctor; its details are where it is edited. */
export function DoctorCard({ appointment, clinicTimeZone }: DoctorCardProps) {
  const { status, doctor, appointmentDate, overlaps } = appointment;
  const editor = useAppointmentEditor(appointment, clinicTimeZone);
  return (
    <>
      <AppointmentCard
        title="Cita Médica"
        status={status}
        actions={
          <LockButton kind="default" fullWidth aria-haspopup="dialog" onClick={editor.open}>
            Ver Detalles
          </LockButton>
        }
      >
        <DoctorLine name={doctor.name} details={[doctor.specialty_formatted[0]]} />
        <DateStrip instant={appointmentDate.date} clinicTimeZone={clinicTimeZone} />
        {overlaps && <p className={classes.note}>Se cruza con otra cita importada</p>}
      </AppointmentCard>
      <EditAppointmentModal editor={editor} />
    </>
  );
}
