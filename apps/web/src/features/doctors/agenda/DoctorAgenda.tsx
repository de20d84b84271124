import type { Doctor } from '@simiente/contract/doctors/calls';
import { useClinicTimeZone } from '../../session/public.ts';
import { AgendaBar, AgendaViews } from './AgendaBar.tsx';
import { rangeTitle } from './agenda-view.ts';
import { AgendaCard } from './grid/AgendaCard.tsx';
import { useDoctorAgenda } from './use-agenda-state.ts';
import { useAgendaUrl } from './use-agenda-url.ts';

interface DoctorAgendaProps {
  doctor: Doctor;
  /** Opens the form of a new appointment at an instant (ISO 8601); undefined for an account that may not. */
  onCreateAt: ((startsAt: string) => void) | undefined;
}

/** One doctor's appointments by day, week, month or as a list. */
export function DoctorAgenda({ doctor, onCreateAt }: DoctorAgendaProps) {
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
          unit={views.find((offered) => offered.view === view)?.unit ?? ''}
          title={rangeTitle(view, date, range, agenda.withSundays)}
        >
          <AgendaViews views={views} view={view} onChange={(next) => url.show({ view: next })} />
        </AgendaBar>
      }
    />
  );
}
