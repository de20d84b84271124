import { createFileRoute } from '@tanstack/react-router';
import { RecipeAppointmentsPage } from '../../../../../features/appointments/history/RecipeAppointmentsPage.tsx';

export const Route = createFileRoute('/_shell/_guarded/pacientes/$idUser/recipe-appointments')({
  component: RecipeAppointments,
});

function RecipeAppointments() {
  const { idUser } = Route.useParams();
  return <RecipeAppointmentsPage key={idUser} idUser={idUser} />;
}
