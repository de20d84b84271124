import { createFileRoute } from '@tanstack/react-router';
import { EditBranchPage } from '../../../../features/branches/CreateBranchPage.tsx';

export const Route = createFileRoute('/_shell/_guarded/partners/edit-branch/$idBranch')({
  staticData: { capabilities: ['directory.edit'] },
  component: EditBranchPage,
});
