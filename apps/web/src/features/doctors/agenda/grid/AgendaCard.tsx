import { Modal, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { LockButton } from '../../../../ui/buttons/LockButton.tsx';
import { LoadError } from '../../../../ui/page/EmptyState.tsx';
import { AppointmentDialog, parseSameTime, SaveFailure } from '../../../appointments/public.ts';
import { AssignPatientDialog } from '../../../calendly/public.ts';
import { AgendaDays } from '../AgendaDays.tsx';
import { type AgendaEvent, isUnmatched } from '../agenda-events.ts';
import type { AgendaState } from '../use-agenda-state.ts';
import classes from './AgendaCard.module.css';
import type { DoctorColumns } from './doctor-columns.ts';
import { KEYBOARD_HINT_ID } from './grid-hours.ts';

interface AgendaCardProps {
  agenda: AgendaState;
  /** Navigation and filters. */
  bar: ReactNode;
  /** Doctors side by side on one day, instead of days. */
  doctors?: DoctorColumns;
  /** Opens the form of a new appointment, with the doctor of the column. Undefined if none can be created. */
  onCreateAt: ((startsAt: string, idDoctor: string | undefined) => void) | undefined;
}

/** The agenda of one doctor, or of all doctors, in the clinic's time zone. */
export function AgendaCard({ agenda, bar, doctors, onCreateAt }: AgendaCardProps) {
  const { query, moving, timeZone } = agenda;
  const card = useRef<HTMLElement>(null);
  const [openedId, setOpenedId] = useState<string | null>(null);
  const [unmatched, setUnmatched] = useState<AgendaEvent | null>(null);
  /** Id of the event opened last, which gets the focus back. */
  const opener = useRef('');

  function focusAppointment(appointmentId: string) {
    const event = card.current?.querySelector(`[data-appointment="${CSS.escape(appointmentId)}"]`);
    event?.closest<HTMLElement>('[role="button"], button')?.focus();
  }

  function open(event: AgendaEvent) {
    const { id } = event;
    opener.current = id;
    // FullCalendar prevents the focus of a click; the appointment's card opens beside the focused element.
    focusAppointment(id);
    if (isUnmatched(event)) setUnmatched(event);
    else setOpenedId(id);
  }

  const { appointment, date, idDoctor, error = null } = moving.rejected ?? {};
  const patientConflict = parseSameTime(error);
  function close() {
    moving.dismiss();
    if (appointment) focusAppointment(appointment.id);
  }
  return (
    <section ref={card} className={classes.card} aria-label="Agenda" aria-busy={query.isFetching}>
      {bar}
      <VisuallyHidden aria-live="assertive">{agenda.announcement}</VisuallyHidden>
      <VisuallyHidden id={KEYBOARD_HINT_ID}>
        Enter abre la cita. Alt con las flechas la mueve, al soltar Alt se guarda y Escape la deja
        donde estaba.
      </VisuallyHidden>
      {query.isError && query.data === undefined ? (
        <div className={classes.failure}>
          <LoadError title="No se pudo cargar la agenda" queries={[query]} />
        </div>
      ) : (
        <AgendaDays
          agenda={agenda}
          doctors={doctors}
          onOpen={open}
          onCreateAt={onCreateAt}
          onMoved={focusAppointment}
        />
      )}
      <AppointmentDialog
        id={openedId}
        onClose={() => setOpenedId(null)}
        onClosed={() => focusAppointment(opener.current)}
      />
      <AssignPatientDialog
        booking={unmatched}
        onClose={() => setUnmatched(null)}
        onAssigned={() => focusAppointment(opener.current)}
      />
      <Modal
        opened={moving.rejected !== undefined}
        onClose={close}
        title="No se pudo reprogramar la cita"
        size={520}
        returnFocus={false}
      >
        <div className={classes.rejection}>
          <p className={classes.whose}>La cita de {appointment?.name} no cambió de horario.</p>
          <SaveFailure
            error={error}
            timeZone={timeZone}
            onTake={(free) => appointment && moving.move({ appointment, date: free, idDoctor })}
          />
        </div>
        <div className={classes.actions}>
          <LockButton kind="default" data-autofocus onClick={close}>
            Conservar el horario
          </LockButton>
          {patientConflict && appointment && date && (
            <LockButton
              onClick={() => moving.move({ appointment, date, idDoctor, despiteSameTime: true })}
            >
              Reprogramar de todos modos
            </LockButton>
          )}
        </div>
      </Modal>
    </section>
  );
}
