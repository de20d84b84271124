import { createFileRoute } from '@tanstack/react-router';
import { CreatePartnerPage } from '../../../../features/partners/form/partner-pages.tsx';

export const Route = createFileRoute('/_shell/_guarded/partners/create-partner')({
  staticData: { acts: ['directory.edit'] },
  component: CreatePartnerPage,
});
