import { ActionIcon, Modal, VisuallyHidden } from '@mantine/core';
import { zoneName, zoneOffset } from '@simiente/contract/format/dates';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from '../../../../ui/buttons/Button.tsx';
import { LoadError } from '../../../../ui/page/EmptyState.tsx';
import { ToneDot } from '../../../../ui/status/StatusPill.tsx';
import {
  AppointmentDialog,
  appointmentStatus,
  parseSameTime,
  SaveFailure,
} from '../../../appointments/public.ts';
import { AssignPatientDialog } from '../../../calendly/public.ts';
import barClasses from '../AgendaBar.module.css';
import { AgendaDays } from '../AgendaDays.tsx';
import { type AgendaEvent, isUnmatched } from '../agenda-events.ts';
import { rangeTitle, shiftDate } from '../agenda-view.ts';
import type { AgendaState } from '../use-agenda-state.ts';
import classes from './AgendaCard.module.css';
import { type DoctorColumns, KEYBOARD_HINT_ID } from './doctor-columns.ts';

interface AgendaCardProps {
  agenda: AgendaState;
  /** Renders the name of the days shown, by default as a text. */
  title?: (days: string) => ReactNode;
  legend?: ReactNode;
  /** The filters beside the navigation. */
  children: ReactNode;
  /** Doctors side by side on one day, instead of days. */
  doctors?: DoctorColumns;
  /** Opens the form of a new appointment, with the doctor of the column. Undefined if none can be created. */
  onCreateAt: ((startsAt: string, idDoctor: string | undefined) => void) | undefined;
}

/** The agenda of one doctor, or of all doctors, in the clinic's time zone. */
export function AgendaCard({ agenda, doctors, onCreateAt, ...bar }: AgendaCardProps) {
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
      <AgendaBar agenda={agenda} {...bar} />
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
            onSelect={(free) => appointment && moving.move({ appointment, date: free, idDoctor })}
          />
        </div>
        <div className={classes.actions}>
          <Button kind="default" data-autofocus onClick={close}>
            Conservar el horario
          </Button>
          {patientConflict && appointment && date && (
            <Button
              onClick={() => moving.move({ appointment, date, idDoctor, despiteSameTime: true })}
            >
              Reprogramar de todos modos
            </Button>
          )}
        </div>
      </Modal>
    </section>
  );
}

const STEPS = { dia: 'Día', semana: 'Semana', mes: 'Mes' } as const;

function AgendaBar(props: Pick<AgendaCardProps, 'agenda' | 'title' | 'legend' | 'children'>) {
  const { agenda, title = (days) => days, legend = <Legend />, children } = props;
  const { url, timeZone, withSundays } = agenda;
  const { today, date, step, range, show } = url;
  const days = rangeTitle(step, date, range, withSundays);
  return (
    <div className={barClasses.bar}>
      <div className={barClasses.go}>
        <Button kind="default" onClick={() => show({ date: today })}>
          Hoy
        </Button>
        <ActionIcon
          aria-label={`${STEPS[step]} anterior`}
          color="gray"
          onClick={() => show({ date: (shown) => shiftDate(step, shown, -1) })}
        >
          <IconChevronLeft size={19} stroke={1.7} aria-hidden />
        </ActionIcon>
        <ActionIcon
          aria-label={`${STEPS[step]} siguiente`}
          color="gray"
          onClick={() => show({ date: (shown) => shiftDate(step, shown, 1) })}
        >
          <IconChevronRight size={19} stroke={1.7} aria-hidden />
        </ActionIcon>
      </div>
      <h2 className={barClasses.range} aria-live="polite">
        {title(days)}
      </h2>
      <p className={barClasses.zone} data-loading={agenda.isLoading || undefined}>
        <span role="status">{agenda.isLoading && 'Cargando citas…'}</span>
        <span className={barClasses.zoneName}>{describeZone(timeZone, date)}</span>
      </p>
      {legend}
      {children}
    </div>
  );
}

/** 'Hora de Ciudad de México (UTC−6)', with the offset of that day. */
function describeZone(timeZone: string, date: string): string {
  return `Hora de ${zoneName(timeZone)} (${zoneOffset(timeZone, new Date(`${date}T12:00:00Z`))})`;
}

function Legend() {
  return (
    <ul className={barClasses.legend} aria-label="Simbología">
      {['pending', 'assigned', 'cancelled'].map((status) => {
        const { tone, label } = appointmentStatus(status);
        return (
          <li key={status} className={barClasses.key}>
            <ToneDot tone={tone} isHollow={status === 'cancelled'} />
            {label}
          </li>
        );
      })}
    </ul>
  );
}
