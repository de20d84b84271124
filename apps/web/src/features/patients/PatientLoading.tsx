import { Skeleton } from '@mantine/core';
import { PageCrumbs } from '../shell/public.ts';
import classes from './PatientLoading.module.css';
import page from './PatientPage.module.css';
import { patientsCrumb } from './patients-crumb.tsx';

/** The page's own shape while its patient is on the way, and the words that say so. */
export function PatientLoading() {
  return (
    <>
      <PageCrumbs crumbs={[patientsCrumb]} />
      <div aria-busy="true">
        <div className={classes.head}>
          <Skeleton circle height={60} />
          <div>
            <p className={classes.words} role="status">
              Cargando datos del paciente...
            </p>
            <Skeleton height={14} width={240} />
          </div>
        </div>
        <div className={page.columns}>
          {['actuality', 'recipes', 'test', 'doctors'].map((card) => (
            <Skeleton key={card} height={176} radius={12} />
          ))}
        </div>
      </div>
    </>
  );
}
