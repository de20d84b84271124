import { Skeleton } from '@mantine/core';
import type { Partner } from '@simiente/contract/partners/calls';
import { useNavigate, useParams } from '@tanstack/react-router';
import { isUnknownRecord } from '../../../lib/api/failure.ts';
import { PendingRecord } from '../../records/public.ts';
import { PageCrumbs, PageTitle } from '../../shell/public.ts';
import { usePartner } from '../partner-list.ts';
import { partnerCrumb, partnersCrumb, partnerWords } from '../partner-words.tsx';
import classes from './EditPartnerPage.module.css';
import { PartnerForm } from './PartnerForm.tsx';

/** /partner/{idPartner}/editar. */
export function EditPartnerPage() {
  const { idPartner } = useParams({ from: '/_shell/_guarded/partner/$idPartner_/editar' });
  const query = usePartner(idPartner);
  const { data: partner } = query;
  if (isUnknownRecord(query.error) || !partner) {
    return (
      <PendingRecord words={partnerWords} queries={[query]} title="Editar partner">
        <div className={classes.form}>
          {[188, 140, 280].map((height) => (
            <div key={height} className={classes.section}>
              <Skeleton height={21} width={140} />
              <Skeleton height={height} radius={12} />
            </div>
          ))}
        </div>
      </PendingRecord>
    );
  }
  return <EditPartner partner={partner} />;
}

function EditPartner({ partner }: { partner: Partner }) {
  const navigate = useNavigate();
  const { idPartner } = partner;
  const leave = (saved = partner, replace = false) =>
    void navigate({
      to: '/partner/$idPartner',
      params: { idPartner },
      state: { partner: saved },
      replace,
    });
  return (
    <>
      <PageTitle>Editar partner</PageTitle>
      <PageCrumbs crumbs={[partnersCrumb, partnerCrumb(partner), { label: 'Editar' }]} />
      <PartnerForm
        partner={partner}
        title="Editar partner"
        onCancel={() => leave()}
        onDone={(saved) => leave(saved ?? partner, saved !== null)}
      />
    </>
  );
}

/** /partners/create-partner. */
export function CreatePartnerPage() {
  const navigate = useNavigate();
  const leave = (replace: boolean) => void navigate({ to: '/partners', replace });
  return (
    <>
      <PageTitle>Crear partner</PageTitle>
      <PageCrumbs crumbs={[partnersCrumb, { label: 'Crear' }]} />
      <PartnerForm
        partner={null}
        title="Crear partner"
        onCancel={() => leave(false)}
        onDone={() => leave(true)}
        onOpen={({ idPartner }) =>
          void navigate({ to: '/partner/$idPartner', params: { idPartner } })
        }
      />
    </>
  );
}
