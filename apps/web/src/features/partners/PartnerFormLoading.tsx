import { Skeleton } from '@mantine/core';
import { PageHead } from '../../ui/page/PageHead.tsx';
import { PageCrumbs } from '../shell/public.ts';
import classes from './PartnerFormLoading.module.css';
import { partnersCrumb } from './partners-crumb.tsx';

/** The form's own shape while its partner is on the way, and the words that say so. */
export function PartnerFormLoading() {
  return (
    <div aria-busy="true">
      <PageCrumbs crumbs={[partnersCrumb]} />
      <PageHead title="Editar partner" context={<span role="status">Cargando...</span>} />
      <div className={classes.form}>
        {[188, 140, 280].map((height) => (
          <div key={height} className={classes.section}>
            <Skeleton height={21} width={140} />
            <Skeleton height={height} radius={12} />
          </div>
        ))}
      </div>
    </div>
  );
}
