import { Skeleton } from '@mantine/core';
import type { Doctor } from '@simiente/contract/doctors/calls';
import { titledName } from '@simiente/contract/doctors/titled-name';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../lib/api/client.ts';
import { isUnknownRecord } from '../../lib/api/failure.ts';
import { ViewSwitch } from '../../ui/list/ViewSwitch.tsx';
import { NewAppointmentModal, type NewAppointmentRequest, toWhen } from '../appointments/public.ts';
import { PendingRecord, type RecordWords } from '../records/public.ts';
import { useClinicTimeZone, useMay } from '../session/public.ts';
import { listCrumb, PageCrumbs, PageTitle } from '../shell/public.ts';
import { AgendaBar } from './agenda/AgendaBar.tsx';
import { rangeTitle } from './agenda/agenda-view.ts';
import { AgendaCard } from './agenda/grid/AgendaCard.tsx';
import { useDoctorAgenda } from './agenda/use-agenda-state.ts';
import { useAgendaUrl } from './agenda/use-agenda-url.ts';
import { DoctorHead } from './DoctorHead.tsx';

const list = { label: 'Médicos', to: '/medicos' } as const;

export const doctorWords: RecordWords = {
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

interface DoctorAgendaProps {
  doctor: Doctor;
  /** Opens the form of a new appointment at an instant (ISO 8601); undefined for an account that may not. */
  onCreateAt: ((startsAt: string) => void) | undefined;
}

/** One doctor's appointments by day, week, month or as a list. */
function DoctorAgenda({ doctor, onCreateAt }: DoctorAgendaProps) {
  const timeZone = useClinicTimeZone();
  const url = useAgendaUrl(timeZone);
  const agenda = useDoctorAgenda(doctor, url, timeZone);
  const { view, views, date, range } = url;
  return (
    <AgendaCard
      agenda={agenda}
      onCreateAt={doctor.retiredAt === null ? onCreateAt : undefined}
      bar={
        <AgendaBar
          url={url}
          timeZone={timeZone}
          loading={agenda.isLoading}
          unit={views.find(({ value }) => value === view)?.unit ?? ''}
          title={rangeTitle(view, date, range, agenda.withSundays)}
        >
          <ViewSwitch
            label="Vista de la agenda"
            views={views}
            value={view}
            onChange={(next) => url.show({ view: next })}
          />
        </AgendaBar>
      }
    />
  );
}
