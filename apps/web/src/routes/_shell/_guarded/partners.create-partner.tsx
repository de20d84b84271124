import { createFileRoute } from '@tanstack/react-router';
import { CreatePartnerPage } from '../../../features/partners/form/CreatePartnerPage.tsx';

export const Route = createFileRoute('/_shell/_guarded/partners/create-partner')({
  component: CreatePartnerPage,
});
