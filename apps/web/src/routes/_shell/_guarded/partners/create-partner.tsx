import { createFileRoute } from '@tanstack/react-router';
import { CreatePartnerPage } from '../../../../features/partners/form/partner-pages.tsx';

export const Route = createFileRoute('/_shell/_guarded/partners/create-partner')({
  staticData: { capabilities: ['directory.edit'] },
  component: CreatePartnerPage,
});
