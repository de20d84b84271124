import { createFileRoute } from '@tanstack/react-router';
import { DoctorAppointmentsPage } from '../../../../../features/appointments/history/DoctorAppointmentsPage.tsx';

export const Route = createFileRoute('/_shell/_guarded/pacientes/$idUser/doctor-appointments')({
  component: DoctorAppointmentsPage,
});
