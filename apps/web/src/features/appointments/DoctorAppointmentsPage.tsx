import { nearestFirst } from '../patients/public.ts';
import { useClinicTimeZone } from '../session/public.ts';
import { AppointmentsPage } from './AppointmentsPage.tsx';
import { DoctorCard } from './DoctorCard.tsx';
import { NewAppointmentButton } from './NewAppointmentButton.tsx';

/** /pacientes/{id}/doctor-appointments */
export function DoctorAppointmentsPage({ idUser }: { idUser: string }) {
  const clinicTimeZone = useClinicTimeZone();
  return (
    <AppointmentsPage
      idUser={idUser}
      none="Sin citas con médicos."
      action={({ name }) => <NewAppointmentButton patient={{ idUser, name }} />}
      cards={({ appointments: { doctorAppointments } }) =>
        nearestFirst(doctorAppointments, ({ appointmentDate }) => appointmentDate.date).map(
          (appointment) => (
            <DoctorCard
              key={appointment.id}
              appointment={appointment}
              clinicTimeZone={clinicTimeZone}
            />
          ),
        )
      }
    />
  );
}
