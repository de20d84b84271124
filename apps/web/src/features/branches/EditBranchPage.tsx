import type { Branch } from '@simiente/contract/branches';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { queries } from '../../lib/api/client.ts';
import { isUnknownRecord } from '../../lib/api/failure.ts';
import { LinkButton } from '../../ui/buttons/LinkButton.tsx';
import { LoadError } from '../../ui/page/LoadError.tsx';
import { NotFoundPage } from '../../ui/page/NotFoundPage.tsx';
import { PageHead } from '../../ui/page/PageHead.tsx';
import { notifySuccess } from '../../ui/toasts/notify.tsx';
import { partnerCrumb, partnersCrumb } from '../partners/public.ts';
import { PageCrumbs, PageTitle } from '../shell/public.ts';
import classes from './BranchesPage.module.css';
import { BranchForm } from './BranchForm.tsx';

/** /partners/edit-branch/{idBranch}: a branch in the form that makes one. */
export function EditBranchPage({ idBranch }: { idBranch: string }) {
  const { data, error, refetch } = useQuery(
    queries.branches.getOne.queryOptions({
      input: { idBranch },
      select: (answer) => answer.data.branch,
      // What is being written stands on what was read when the page was opened.
      refetchOnWindowFocus: false,
    }),
  );
  if (data) return <EditBranch branch={data} />;
  return (
    <>
      <PageTitle>Editar sucursal</PageTitle>
      <PageCrumbs crumbs={[partnersCrumb, { label: 'Editar sucursal' }]} />
      {isUnknownRecord(error) ? (
        <UnknownBranch />
      ) : error ? (
        <section className={classes.card}>
          <LoadError
            title="Error al cargar la sucursal"
            message={error.message}
            onRetry={() => void refetch()}
          />
        </section>
      ) : (
        <PageHead title="Editar sucursal" context={<span role="status">Cargando...</span>} />
      )}
    </>
  );
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
        context={`${branch.name}, de ${partner.name}.`}
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

function UnknownBranch() {
  return (
    <NotFoundPage
      title="No encontramos esta sucursal"
      action={
        <LinkButton kind="default" link={(props) => <Link to="/partners" {...props} />}>
          Ver todos los partners
        </LinkButton>
      }
    >
      Puede que se haya eliminado o que la dirección esté mal escrita.
    </NotFoundPage>
  );
}
