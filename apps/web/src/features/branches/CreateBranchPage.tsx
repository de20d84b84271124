import type { Partner } from '@simiente/contract/partners/calls';
import { Link, useNavigate } from '@tanstack/react-router';
import { LinkButton } from '../../ui/buttons/LinkButton.tsx';
import { NotFoundPage } from '../../ui/page/EmptyState.tsx';
import { notifySuccess } from '../../ui/toasts/notify.tsx';
import { partnerCrumb, partnersCrumb, usePartnerState, withPartner } from '../partners/public.ts';
import { PageCrumbs, PageTitle } from '../shell/public.ts';
import { BranchForm } from './BranchForm.tsx';

/** /partners/create-branch, of the partner in the navigation's state. */
export function CreateBranchPage() {
  const partner = usePartnerState();
  return partner === undefined ? <WithoutPartner /> : <CreateBranch partner={partner} />;
}

function CreateBranch({ partner }: { partner: Partner }) {
  const navigate = useNavigate();
  return (
    <>
      <PageTitle>Crear sucursal</PageTitle>
      <PageCrumbs crumbs={[partnersCrumb, partnerCrumb(partner), { label: 'Crear sucursal' }]} />
      <BranchForm
        partner={partner}
        branch={null}
        title="Crear sucursal"
        context={`Para ${partner.name}. Todos los campos son obligatorios.`}
        submitLabel="Crear sucursal"
        onDone={() => {
          notifySuccess('Sucursal creada correctamente');
          void navigate({ to: '/partners' });
        }}
        onOpen={({ idBranch }) =>
          void navigate({ to: '/partners/edit-branch/$idBranch', params: { idBranch } })
        }
        onCancel={() =>
          void navigate({
            to: '/partner/$idPartner',
            params: { idPartner: partner.idPartner },
            state: withPartner(partner),
          })
        }
      />
    </>
  );
}

/** A shared or typed link has no partner. */
function WithoutPartner() {
  return (
    <>
      <PageTitle>Crear sucursal</PageTitle>
      <PageCrumbs crumbs={[partnersCrumb, { label: 'Crear sucursal' }]} />
      <NotFoundPage
        title="Falta el partner"
        action={
          <LinkButton kind="default" link={(props) => <Link to="/partners" {...props} />}>
            Ver todos los partners
          </LinkButton>
        }
      >
        Las sucursales se crean desde la página de su partner, con «Crear sucursal».
      </NotFoundPage>
    </>
  );
}
