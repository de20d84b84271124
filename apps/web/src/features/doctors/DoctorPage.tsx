import { useState } from 'react';
import { isUnknownRecord } from '../../lib/api/failure.ts';
import { LoadError } from '../../ui/page/LoadError.tsx';
import { NewAppointmentModal, type NewAppointmentRequest, whenOf } from '../appointments/public.ts';
import { useClinicTimeZone } from '../session/public.ts';
import { PageCrumbs, PageTitle } from '../shell/public.ts';
import { AgendaCard } from './agenda/AgendaCard.tsx';
import { DoctorHead } from './DoctorHead.tsx';
import { DoctorLoading } from './DoctorLoading.tsx';
import classes from './DoctorPage.module.css';
import { doctorsCrumb } from './doctors-crumb.tsx';
import { UnknownDoctor } from './UnknownDoctor.tsx';
import { useDoctor } from './use-doctor.ts';

/** /medicos/{id}: who they are, and their agenda. */
export function DoctorPage({ idDoctor }: { idDoctor: string }) {
  const { data: doctor, error, refetch } = useDoctor(idDoctor);
  const timeZone = useClinicTimeZone();
  const [requested, setRequested] = useState<NewAppointmentRequest | null>(null);

  if (isUnknownRecord(error)) return <UnknownDoctor />;
  // A refresh that failed takes nothing away that is there already.
  if (error && !doctor) {
    return (
      <>
        <PageCrumbs crumbs={[doctorsCrumb]} />
        <section className={classes.card}>
          <LoadError
            title="Error al cargar el médico"
            message={error.message}
            onRetry={() => void refetch()}
          />
        </section>
      </>
    );
  }
  if (!doctor) return <DoctorLoading />;

  return (
    <>
      <PageTitle>Médico</PageTitle>
      <PageCrumbs crumbs={[doctorsCrumb, { label: `Dr ${doctor.name}` }]} />
      <DoctorHead doctor={doctor} onCreate={() => setRequested({ record: null })} />
      <AgendaCard
        doctor={doctor}
        onCreateAt={(startsAt) =>
          setRequested({ record: null, start: { when: whenOf(startsAt, timeZone) } })
        }
      />
      <NewAppointmentModal requested={requested} doctor={doctor} />
    </>
  );
}
