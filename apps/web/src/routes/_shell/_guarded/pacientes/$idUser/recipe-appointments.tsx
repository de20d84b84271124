import { createFileRoute } from '@tanstack/react-router';
import { PrescriptionsPage } from '../../../../../features/appointments/history/PrescriptionsPage.tsx';

export const Route = createFileRoute('/_shell/_guarded/pacientes/$idUser/recipe-appointments')({
  component: PrescriptionsPage,
});
