import { createFileRoute } from '@tanstack/react-router';
import { BranchesPage } from '../../../../features/branches/BranchesPage.tsx';
import { branchesSearch } from '../../../../features/branches/branches-search.ts';

export const Route = createFileRoute('/_shell/_guarded/partner/$idPartner')({
  ...branchesSearch.route,
  component: BranchesPage,
});
