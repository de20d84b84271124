import { createFileRoute } from '@tanstack/react-router';
import { PatientPage } from '../../../features/patients/PatientPage.tsx';

export const Route = createFileRoute('/_shell/_guarded/pacientes/$idUser/')({
  component: Patient,
});

function Patient() {
  const { idUser } = Route.useParams();
  return <PatientPage key={idUser} idUser={idUser} />;
}
