import { createFileRoute } from '@tanstack/react-router';
import { DoctorAppointmentsPage } from '../../../../../features/appointments/history/DoctorAppointmentsPage.tsx';

export const Route = createFileRoute('/_shell/_guarded/pacientes/$idUser/doctor-appointments')({
  component: DoctorAppointments,
});

function DoctorAppointments() {
  const { idUser } = Route.useParams();
  return <DoctorAppointmentsPage key={idUser} idUser={idUser} />;
}
