import { VisuallyHidden } from '@mantine/core';
import type { DoctorAppointment } from '@simiente/contract/appointments';
import type { Doctor } from '@simiente/contract/doctors';
import { useEffect, useRef, useState } from 'react';
import { LoadError } from '../../../ui/page/LoadError.tsx';
import { useClinicTimeZone, useKeptDraft } from '../../session/public.ts';
import { AgendaBar } from './AgendaBar.tsx';
import classes from './AgendaCard.module.css';
import { AgendaDays } from './AgendaDays.tsx';
import { AgendaEditor } from './AgendaEditor.tsx';
import { AgendaRefusal } from './AgendaRefusal.tsx';
import { KEYBOARD_HINT_ID } from './grid-hours.ts';
import { useAgendaPlace } from './use-agenda-place.ts';
import { useAgendaState } from './use-agenda-state.ts';

interface AgendaCardProps {
  doctor: Doctor;
  /** Begins a new appointment at an instant (ISO 8601). */
  onCreateAt: (startsAt: string) => void;
}

/** A doctor's appointments by day, week, month or as a list, on the clinic's clocks. */
export function AgendaCard({ doctor, onCreateAt }: AgendaCardProps) {
  const timeZone = useClinicTimeZone();
  const place = useAgendaPlace(timeZone);
  const card = useRef<HTMLElement>(null);
  const agenda = useAgendaState(doctor, place, timeZone);
  const { chosen, choose, leave } = useChosen(doctor.idDoctor);
  const { query, moving } = agenda;

  function focusOn(appointmentId: string) {
    const event = card.current?.querySelector(`[data-appointment="${CSS.escape(appointmentId)}"]`);
    event?.closest<HTMLElement>('[role="button"], button')?.focus();
  }

  return (
    <section ref={card} className={classes.card} aria-label="Agenda" aria-busy={query.isFetching}>
      <AgendaBar
        place={place}
        timeZone={timeZone}
        loading={query.isPending}
        withSundays={agenda.withSundays}
      />
      <VisuallyHidden aria-live="assertive">{agenda.said}</VisuallyHidden>
      <VisuallyHidden id={KEYBOARD_HINT_ID}>
        Enter abre la cita. Alt con las flechas la mueve, al soltar Alt se guarda y Escape la deja
        donde estaba.
      </VisuallyHidden>
      {query.isError && query.data === undefined ? (
        <div className={classes.failure}>
          <LoadError
            title="Error al cargar la agenda"
            message={query.error.message}
            onRetry={() => void query.refetch()}
          />
        </div>
      ) : (
        <AgendaDays
          agenda={agenda}
          onOpen={({ appointment }) => choose(appointment)}
          onCreateAt={doctor.retiredAt === null ? onCreateAt : undefined}
          onCarried={focusOn}
        />
      )}
      {chosen && (
        <AgendaEditor
          key={chosen.opening}
          appointment={chosen.appointment}
          timeZone={timeZone}
          onClosed={(appointmentId) => {
            leave();
            focusOn(appointmentId);
          }}
        />
      )}
      <AgendaRefusal moving={moving} timeZone={timeZone} onClosed={focusOn} />
    </section>
  );
}

/**
 * The appointment whose editor stands in the page. Where a session ended over it, it is chosen again,
 * so that what was typed comes back in the place that it was typed in.
 */
function useChosen(idDoctor: string) {
  const { kept, keep } = useKeptDraft<DoctorAppointment>(JSON.stringify(['agenda', idDoctor]));
  const [chosen, setChosen] = useState(kept && { appointment: kept, opening: 0, isOpen: true });

  useEffect(() => keep(chosen?.isOpen ? chosen.appointment : undefined));

  return {
    chosen,
    choose: (appointment: DoctorAppointment) =>
      setChosen({ appointment, opening: (chosen?.opening ?? 0) + 1, isOpen: true }),
    /** It closes by itself, and stays until another one is chosen. */
    leave: () => setChosen(chosen && { ...chosen, isOpen: false }),
  };
}
