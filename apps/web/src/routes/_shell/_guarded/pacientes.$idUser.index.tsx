import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { PatientPage } from '../../../features/patients/page/PatientPage.tsx';

export const Route = createFileRoute('/_shell/_guarded/pacientes/$idUser/')({
  // Whether 'Accesos' is open, so that the address can be shared or revisited.
  validateSearch: ({ accesos }: Record<string, unknown>): { accesos?: true | undefined } =>
    accesos === true ? { accesos } : {},
  component: Patient,
});

function Patient() {
  const { idUser } = Route.useParams();
  const { accesos: isOpen = false } = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  const toggle = () =>
    void navigate({ search: isOpen ? {} : { accesos: true }, replace: true, resetScroll: false });
  return <PatientPage key={idUser} idUser={idUser} accesses={{ isOpen, toggle }} />;
}
