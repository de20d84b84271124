import { useNavigate } from '@tanstack/react-router';
import { PageCrumbs, PageTitle } from '../shell/public.ts';
import { PartnerFormPage } from './PartnerFormPage.tsx';
import { partnersCrumb } from './partners-crumb.tsx';
import { usePartnerForm } from './use-partner-form.ts';

/** /partners/create-partner. */
export function CreatePartnerPage() {
  const navigate = useNavigate();
  const leave = () => void navigate({ to: '/partners' });
  const form = usePartnerForm(null, leave);
  return (
    <>
      <PageTitle>Crear partner</PageTitle>
      <PageCrumbs crumbs={[partnersCrumb, { label: 'Crear' }]} />
      <PartnerFormPage form={form} title="Crear partner" onCancel={leave} />
    </>
  );
}
