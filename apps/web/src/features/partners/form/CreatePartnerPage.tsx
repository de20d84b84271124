import { useNavigate } from '@tanstack/react-router';
import { PageCrumbs, PageTitle } from '../../shell/public.ts';
import { partnersCrumb } from '../partner-words.tsx';
import { PartnerForm } from './PartnerForm.tsx';

/** /partners/create-partner. */
export function CreatePartnerPage() {
  const navigate = useNavigate();
  const leave = () => void navigate({ to: '/partners' });
  return (
    <>
      <PageTitle>Crear partner</PageTitle>
      <PageCrumbs crumbs={[partnersCrumb, { label: 'Crear' }]} />
      <PartnerForm
        partner={null}
        title="Crear partner"
        onCancel={leave}
        onDone={leave}
        onOpen={({ idPartner }) =>
          void navigate({ to: '/partner/$idPartner', params: { idPartner } })
        }
      />
    </>
  );
}
