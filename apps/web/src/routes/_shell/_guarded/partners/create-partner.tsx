import { createFileRoute } from '@tanstack/react-router';
import { CreatePartnerPage } from '../../../../features/partners/form/partner-pages.tsx';
import { May } from '../../../../features/session/public.ts';
import { NotAllowedPage } from '../../../../features/shell/public.ts';

export const Route = createFileRoute('/_shell/_guarded/partners/create-partner')({
  component: Create,
});

function Create() {
  return (
    <May act="directory.edit" otherwise={<NotAllowedPage />}>
      <CreatePartnerPage />
    </May>
  );
}
