import { Modal, VisuallyHidden } from '@mantine/core';
import type { Doctor } from '@simiente/contract/doctors';
import { useRef, useState } from 'react';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import { LoadError } from '../../../ui/page/LoadError.tsx';
import {
  type AppointmentRequest,
  EditAppointment,
  overlapOf,
  SaveFailure,
} from '../../appointments/public.ts';
import { useClinicTimeZone } from '../../session/public.ts';
import { AgendaBar } from './AgendaBar.tsx';
import classes from './AgendaCard.module.css';
import { AgendaDays } from './AgendaDays.tsx';
import { KEYBOARD_HINT_ID } from './grid-hours.ts';
import { useAgendaState } from './use-agenda-state.ts';
import { useAgendaUrl } from './use-agenda-url.ts';
import type { useReschedule } from './use-reschedule.ts';

interface AgendaCardProps {
  doctor: Doctor;
  /** Opens the form of a new appointment at an instant (ISO 8601). */
  onCreateAt: (startsAt: string) => void;
}

/** A doctor's appointments by day, week, month or as a list, in the clinic's time zone. */
export function AgendaCard({ doctor, onCreateAt }: AgendaCardProps) {
  const timeZone = useClinicTimeZone();
  const url = useAgendaUrl(timeZone);
  const card = useRef<HTMLElement>(null);
  const agenda = useAgendaState(doctor, url, timeZone);
  const [requested, setRequested] = useState<AppointmentRequest | null>(null);
  const { query, moving } = agenda;

  function focusAppointment(appointmentId: string) {
    const event = card.current?.querySelector(`[data-appointment="${CSS.escape(appointmentId)}"]`);
    event?.closest<HTMLElement>('[role="button"], button')?.focus();
  }

  return (
    <section ref={card} className={classes.card} aria-label="Agenda" aria-busy={query.isFetching}>
      <AgendaBar
        url={url}
        timeZone={timeZone}
        loading={query.isPending}
        withSundays={agenda.withSundays}
      />
      <VisuallyHidden aria-live="assertive">{agenda.announcement}</VisuallyHidden>
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
          onOpen={({ appointment }) => setRequested({ record: appointment })}
          onCreateAt={doctor.retiredAt === null ? onCreateAt : undefined}
          onMoved={focusAppointment}
        />
      )}
      <EditAppointment
        name={`agenda ${doctor.idDoctor}`}
        requested={requested}
        timeZone={timeZone}
        onClosed={({ id }) => focusAppointment(id)}
      />
      <AgendaRefusal moving={moving} timeZone={timeZone} onClosed={focusAppointment} />
    </section>
  );
}

interface AgendaRefusalProps {
  moving: ReturnType<typeof useReschedule>;
  timeZone: string;
  onClosed: (appointmentId: string) => void;
}

/** Dialog after a move to a time that is taken: the overlapping appointment and the free times. */
export function AgendaRefusal({ moving, timeZone, onClosed }: AgendaRefusalProps) {
  const { appointment, error = null } = moving.refused ?? {};
  const overlap = overlapOf(error);
  function close() {
    moving.dismiss();
    if (appointment) onClosed(appointment.id);
  }
  return (
    <Modal
      opened={overlap !== undefined}
      onClose={close}
      title="No se movió la cita"
      size={520}
      returnFocus={false}
    >
      <div className={classes.refusal}>
        <p className={classes.whose}>
          La cita de {appointment?.patient.name} no cambió de horario.
        </p>
        <SaveFailure
          overlap={overlap}
          error={error}
          timeZone={timeZone}
          onTake={(date) => appointment && moving.move(appointment, date)}
        />
      </div>
      <div className={classes.actions}>
        <LockButton kind="default" data-autofocus onClick={close}>
          Conservar el horario
        </LockButton>
      </div>
    </Modal>
  );
}
