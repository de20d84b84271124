import { createFileRoute } from '@tanstack/react-router';
import { EditBranchPage } from '../../../../features/branches/EditBranchPage.tsx';
import { May } from '../../../../features/session/public.ts';
import { NotAllowedPage } from '../../../../features/shell/public.ts';

export const Route = createFileRoute('/_shell/_guarded/partners/edit-branch/$idBranch')({
  component: EditBranch,
});

function EditBranch() {
  const { idBranch } = Route.useParams();
  return (
    <May act="directory.edit" otherwise={<NotAllowedPage />}>
      <EditBranchPage key={idBranch} idBranch={idBranch} />
    </May>
  );
}
