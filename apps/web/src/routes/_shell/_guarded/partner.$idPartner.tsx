import { createFileRoute } from '@tanstack/react-router';
import { BranchesPage } from '../../../features/branches/BranchesPage.tsx';
import { readBranchesSearch } from '../../../features/branches/list-search.ts';

export const Route = createFileRoute('/_shell/_guarded/partner/$idPartner')({
  validateSearch: readBranchesSearch,
  component: Branches,
});

function Branches() {
  const { idPartner } = Route.useParams();
  return <BranchesPage key={idPartner} idPartner={idPartner} />;
}
