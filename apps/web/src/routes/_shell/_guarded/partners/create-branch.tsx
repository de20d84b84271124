import { createFileRoute } from '@tanstack/react-router';
import { CreateBranchPage } from '../../../../features/branches/CreateBranchPage.tsx';
import { May } from '../../../../features/session/public.ts';
import { NotAllowedPage } from '../../../../features/shell/public.ts';

export const Route = createFileRoute('/_shell/_guarded/partners/create-branch')({
  component: Create,
});

function Create() {
  return (
    <May act="directory.edit" otherwise={<NotAllowedPage />}>
      <CreateBranchPage />
    </May>
  );
}
