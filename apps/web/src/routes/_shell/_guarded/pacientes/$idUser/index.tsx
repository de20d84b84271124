import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { PatientPage } from '../../../../../features/patients/page/PatientPage.tsx';
import { flag, listSearch } from '../../../../../lib/search-params.ts';

/** `accesos`: whether the section 'Accesos' is open. In the URL, so that a link can show it. */
const { route } = listSearch({ accesos: flag });

export const Route = createFileRoute('/_shell/_guarded/pacientes/$idUser/')({
  ...route,
  component: Patient,
});

function Patient() {
  const { idUser } = Route.useParams();
  const { accesos: isOpen } = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  const toggle = () =>
    void navigate({ search: { accesos: !isOpen }, replace: true, resetScroll: false });
  return <PatientPage key={idUser} idUser={idUser} accesses={{ isOpen, toggle }} />;
}
