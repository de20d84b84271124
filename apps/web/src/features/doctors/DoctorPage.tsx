import { Skeleton } from '@mantine/core';
import { titledName } from '@simiente/contract/doctors/titled-name';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../lib/api/client.ts';
import { isUnknownRecord } from '../../lib/api/failure.ts';
import { NewAppointmentModal, type NewAppointmentRequest, toWhen } from '../appointments/public.ts';
import { listCrumb, PendingRecord, type RecordWords } from '../records/public.ts';
import { useClinicTimeZone, useMay } from '../session/public.ts';
import { PageCrumbs, PageTitle } from '../shell/public.ts';
import { DoctorAgenda } from './agenda/DoctorAgenda.tsx';
import { DoctorHead } from './DoctorHead.tsx';

const list = { label: 'Médicos', to: '/medicos' } as const;

const doctorWords: RecordWords = {
  tab: 'Médico',
  list,
  all: 'Ver todos los médicos',
  loading: 'Cargando datos del médico…',
  failure: 'No se pudo cargar el médico',
  unknown: 'No encontramos este médico',
  // Doctors are retired, never deleted.
  unknownReason: 'Puede que la dirección esté mal escrita.',
};

/** /medicos/{id}: who they are, and their agenda. */
export function DoctorPage({ idDoctor }: { idDoctor: string }) {
  const query = useQuery(
    queries.doctors.getOne.queryOptions({ input: { idDoctor }, select: ({ data }) => data }),
  );
  const doctor = query.data;
  const timeZone = useClinicTimeZone();
  const mayEdit = useMay()('patients.edit');
  const [requested, setRequested] = useState<NewAppointmentRequest | null>(null);

  // A failed refetch keeps the shown data.
  if (isUnknownRecord(query.error) || !doctor) {
    return (
      <PendingRecord words={doctorWords} queries={[query]}>
        <Skeleton height={600} radius={12} />
      </PendingRecord>
    );
  }

  return (
    <>
      <PageTitle>Médico</PageTitle>
      <PageCrumbs crumbs={[listCrumb(list), { label: titledName(doctor.name) }]} />
      <DoctorHead doctor={doctor} onCreate={() => setRequested({ record: null })} />
      <DoctorAgenda
        doctor={doctor}
        onCreateAt={
          mayEdit
            ? (startsAt) =>
                setRequested({ record: null, start: { when: toWhen(startsAt, timeZone) } })
            : undefined
        }
      />
      <NewAppointmentModal requested={requested} doctor={doctor} />
    </>
  );
}
