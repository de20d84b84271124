import { createFileRoute } from '@tanstack/react-router';
import { CreateBranchPage } from '../../../../features/branches/CreateBranchPage.tsx';

export const Route = createFileRoute('/_shell/_guarded/partners/create-branch')({
  staticData: { capabilities: ['directory.edit'] },
  component: CreateBranchPage,
});
