import { createFileRoute } from '@tanstack/react-router';
import { EditPartnerPage } from '../../../features/partners/form/EditPartnerPage.tsx';

export const Route = createFileRoute('/_shell/_guarded/partner/$idPartner_/editar')({
  component: Edit,
});

function Edit() {
  const { idPartner } = Route.useParams();
  return <EditPartnerPage key={idPartner} idPartner={idPartner} />;
}
