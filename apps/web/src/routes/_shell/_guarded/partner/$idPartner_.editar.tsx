import { createFileRoute } from '@tanstack/react-router';
import { EditPartnerPage } from '../../../../features/partners/form/partner-pages.tsx';
import { May } from '../../../../features/session/public.ts';
import { NotAllowedPage } from '../../../../features/shell/public.ts';

export const Route = createFileRoute('/_shell/_guarded/partner/$idPartner_/editar')({
  component: Edit,
});

function Edit() {
  const { idPartner } = Route.useParams();
  return (
    <May act="directory.edit" otherwise={<NotAllowedPage />}>
      <EditPartnerPage key={idPartner} idPartner={idPartner} />
    </May>
  );
}
