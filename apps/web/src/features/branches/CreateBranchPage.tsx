import type { Branch } from '@simiente/contract/branches/calls';
import type { Partner } from '@simiente/contract/partners/calls';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { queries, useAnswer } from '../../lib/api/client.ts';
import { LinkButton } from '../../ui/buttons/LinkButton.tsx';
import { PhoneContact } from '../../ui/contact/Contact.tsx';
import { NotFoundPage } from '../../ui/page/EmptyState.tsx';
import { notifySuccess } from '../../ui/toasts/notify.tsx';
import {
  partnerCrumb,
  partnersCrumb,
  partnerWords,
  usePartnerState,
  withPartner,
} from '../partners/public.ts';
import { PendingRecord } from '../records/public.ts';
import { PageCrumbs, PageTitle } from '../shell/public.ts';
import { BranchForm } from './BranchForm.tsx';

/** /partners/create-branch: a new branch of the partner in the navigation's state. */
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
          void navigate({ to: '/partners', replace: true });
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

/** Shown for a shared or typed link, whose navigation has no partner. */
function WithoutPartner() {
  return (
    <>
      <PageTitle>Crear sucursal</PageTitle>
      <PageCrumbs crumbs={[partnersCrumb, { label: 'Crear sucursal' }]} />
      <NotFoundPage
        title="Falta el partner"
        action={
          <LinkButton kind="default" link={<Link to="/partners" />}>
            Ver todos los partners
          </LinkButton>
        }
      >
        Las sucursales se crean desde la página de su partner, con «Crear sucursal».
      </NotFoundPage>
    </>
  );
}

const words = {
  ...partnerWords,
  tab: 'Editar sucursal',
  failure: 'No se pudo cargar la sucursal',
  unknown: 'No encontramos esta sucursal',
};

/** /partners/edit-branch/{idBranch} */
export function EditBranchPage() {
  const { idBranch } = useParams({ from: '/_shell/_guarded/partners/edit-branch/$idBranch' });
  const query = useAnswer(queries.branches.getOne, {
    input: { idBranch },
    select: ({ branch }) => branch,
    // The form keeps the record as it was when the page opened.
    refetchOnWindowFocus: false,
  });
  if (query.data) return <EditBranch branch={query.data} />;
  return <PendingRecord words={words} queries={[query]} title="Editar sucursal" />;
}

function EditBranch({ branch }: { branch: Branch }) {
  const navigate = useNavigate();
  const partner = { idPartner: branch.partner.id, name: branch.partner.name };
  const leave = (replace: boolean) =>
    void navigate({
      to: '/partner/$idPartner',
      params: { idPartner: partner.idPartner },
      replace,
    });
  return (
    <>
      <PageTitle>Editar sucursal</PageTitle>
      <PageCrumbs crumbs={[partnersCrumb, partnerCrumb(partner), { label: branch.name }]} />
      <BranchForm
        partner={partner}
        branch={branch}
        title="Editar sucursal"
        context={
          <>
            {branch.name}, de {partner.name}.{' '}
            <PhoneContact phone={branch.phone} name={branch.name} />
          </>
        }
        submitLabel="Guardar cambios"
        onCancel={() => leave(false)}
        onDone={(saved) => {
          if (saved) notifySuccess('Sucursal actualizada');
          leave(saved !== null);
        }}
      />
    </>
  );
}
