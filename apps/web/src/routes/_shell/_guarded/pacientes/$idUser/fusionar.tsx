import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { MergePage } from '../../../../../features/patients/merges/MergePage.tsx';
import { idParam, listSearch } from '../../../../../lib/search-params.ts';

/** `con` is the id of the other patient. */
const { route } = listSearch({ con: idParam });

export const Route = createFileRoute('/_shell/_guarded/pacientes/$idUser/fusionar')({
  staticData: { capabilities: ['patients.merge'] },
  ...route,
  component: Merge,
});

function Merge() {
  const { idUser } = Route.useParams();
  const { con } = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  return (
    <MergePage
      key={idUser}
      idUser={idUser}
      other={con}
      onChoose={(other) => void navigate({ search: { con: other } })}
    />
  );
}
