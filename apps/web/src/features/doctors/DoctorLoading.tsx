import { Skeleton } from '@mantine/core';
import { PageCrumbs } from '../shell/public.ts';
import classes from './DoctorLoading.module.css';
import { doctorsCrumb } from './doctors-crumb.tsx';

/** The page's own shape while its doctor is on the way, and the words that say so. */
export function DoctorLoading() {
  return (
    <>
      <PageCrumbs crumbs={[doctorsCrumb]} />
      <div aria-busy="true">
        <div className={classes.head}>
          <Skeleton circle height={60} />
          <div>
            <p className={classes.words} role="status">
              Cargando datos del médico...
            </p>
            <Skeleton height={14} width={240} />
          </div>
        </div>
        <Skeleton height={600} radius={12} />
      </div>
    </>
  );
}
