import type { Branch } from '@simiente/contract/branches/calls';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { queries } from '../../lib/api/client.ts';
import { PhoneContact } from '../../ui/contact/Contact.tsx';
import { notifySuccess } from '../../ui/toasts/notify.tsx';
import { partnerCrumb, partnersCrumb, partnerWords } from '../partners/public.ts';
import { PendingRecord } from '../records/public.ts';
import { PageCrumbs, PageTitle } from '../shell/public.ts';
import { BranchForm } from './BranchForm.tsx';

const words = {
  ...partnerWords,
  tab: 'Editar sucursal',
  failure: 'No se pudo cargar la sucursal',
  unknown: 'No encontramos esta sucursal',
};

/** /partners/edit-branch/{idBranch}: a branch in the form that makes one. */
export function EditBranchPage({ idBranch }: { idBranch: string }) {
  const query = useQuery(
    queries.branches.getOne.queryOptions({
      input: { idBranch },
      select: (answer) => answer.data.branch,
      // The form keeps the record of when the page was opened.
      refetchOnWindowFocus: false,
    }),
  );
  if (query.data) return <EditBranch branch={query.data} />;
  return <PendingRecord words={words} queries={[query]} title="Editar sucursal" />;
}

function EditBranch({ branch }: { branch: Branch }) {
  const navigate = useNavigate();
  const partner = { idPartner: branch.partner.id, name: branch.partner.name };
  const leave = () =>
    void navigate({ to: '/partner/$idPartner', params: { idPartner: partner.idPartner } });
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
        onCancel={leave}
        onDone={(saved) => {
          if (saved) notifySuccess('Sucursal actualizada');
          leave();
        }}
      />
    </>
  );
}
