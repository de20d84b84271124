import { createFileRoute } from '@tanstack/react-router';
import { EditPartnerPage } from '../../../../features/partners/form/partner-pages.tsx';

export const Route = createFileRoute('/_shell/_guarded/partner/$idPartner_/editar')({
  staticData: { capabilities: ['directory.edit'] },
  component: EditPartnerPage,
});
