import type { Partner } from '@simiente/contract/partners';
import { useNavigate } from '@tanstack/react-router';
import { isUnknownRecord } from '../../lib/api/failure.ts';
import { LoadError } from '../../ui/page/LoadError.tsx';
import { PageCrumbs, PageTitle } from '../shell/public.ts';
import classes from './EditPartnerPage.module.css';
import { PartnerForm } from './PartnerForm.tsx';
import { PartnerFormLoading } from './PartnerFormLoading.tsx';
import { partnerCrumb } from './partner-crumb.tsx';
import { partnersCrumb } from './partners-crumb.tsx';
import { UnknownPartner } from './UnknownPartner.tsx';
import { usePartner } from './use-partner.ts';

/** /partner/{idPartner}/editar. */
export function EditPartnerPage({ idPartner }: { idPartner: string }) {
  const { data: partner, error, isPlaceholderData, refetch } = usePartner(idPartner);

  if (isUnknownRecord(error)) return <UnknownPartner />;
  if (error && !partner) {
    return (
      <>
        <PageCrumbs crumbs={[partnersCrumb]} />
        <section className={classes.card}>
          <LoadError
            title="Error al cargar el partner"
            message={error.message}
            onRetry={() => void refetch()}
          />
        </section>
      </>
    );
  }
  // What navigation brought may be old: an edit begins from what there is now.
  if (!partner || isPlaceholderData) return <PartnerFormLoading />;
  return <EditPartner partner={partner} />;
}

/** The form begins with the partner as it is now; what others do meanwhile shows when it is saved. */
function EditPartner({ partner }: { partner: Partner }) {
  const navigate = useNavigate();
  const { idPartner } = partner;
  const leave = (to = partner) =>
    void navigate({ to: '/partner/$idPartner', params: { idPartner }, state: { partner: to } });
  return (
    <>
      <PageTitle>Editar partner</PageTitle>
      <PageCrumbs crumbs={[partnersCrumb, partnerCrumb(partner), { label: 'Editar' }]} />
      <PartnerForm
        partner={partner}
        title="Editar partner"
        onCancel={() => leave()}
        onDone={(saved) => leave(saved ?? partner)}
      />
    </>
  );
}
