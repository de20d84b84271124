import { Menu, Modal, Skeleton, UnstyledButton } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { currentStep } from '@simiente/contract/appointments/attendance';
import type { AppointmentCardData } from '@simiente/contract/appointments/calls';
import type { AppointmentStatus } from '@simiente/contract/appointments/statuses';
import { isInstant } from '@simiente/contract/common/dates';
import { describeRequest } from '@simiente/contract/reminders/words';
import { IconChevronDown } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type CSSProperties, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { queries, useAnswer } from '../../../lib/api/client.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { LinkButton } from '../../../ui/buttons/LinkButton.tsx';
import { EmailContact, PhoneContact } from '../../../ui/contact/Contact.tsx';
import { rescueFocus } from '../../../ui/focus.ts';
import { FieldWarning } from '../../../ui/form/FieldWarning.tsx';
import { LoadError } from '../../../ui/page/EmptyState.tsx';
import { PersonAvatar } from '../../../ui/status/person.tsx';
import { StatusPill, ToneDot } from '../../../ui/status/StatusPill.tsx';
import { AppointmentNotes, NoteForm } from '../../notes/public.ts';
import { patientStatus } from '../../patients/public.ts';
import { useCan, useClinicTimeZone } from '../../session/public.ts';
import { appointmentStatus, offeredStatuses } from '../appointment-cache.ts';
import { BookingFacts, DateStrip, DoctorLine } from '../appointment-parts.tsx';
import { AttendanceSteps } from '../attendance/AttendanceSteps.tsx';
import { AppointmentForm, type AppointmentRequest } from '../form/AppointmentForm.tsx';
import { describeCollision, describeSameTime } from '../form/FreeTimes.tsx';
import { PrescriptionForm, type PrescriptionRequest } from '../form/PrescriptionForm.tsx';
import classes from './AppointmentCardModal.module.css';
import { CancelAppointment } from './CancelAppointment.tsx';
import { cardTime, useChangeStatus } from './change-appointment.ts';
import menuClasses from './StatusMenu.module.css';

interface AppointmentDialogProps {
  /** Id of the appointment, of either kind; null if its card is closed. */
  id: string | null;
  onClose: () => void;
  /** Called after the closing transition, to return the focus. */
  onClosed?: () => void;
}

export default function AppointmentCardModal({ id, onClose, onClosed }: AppointmentDialogProps) {
  // The card keeps its content during the closing transition.
  const [shownId, setShownId] = useState(id);
  if (id !== null && id !== shownId) setShownId(id);
  const { place, returnFocus } = useOpener(id !== null, onClosed);
  const query = useAnswer(queries.appointments.getOne, {
    input: { idAppointment: shownId ?? '' },
    enabled: shownId !== null,
  });
  const modal = { isOpen: id !== null, place, onClose, onClosed: returnFocus };
  if (query.data !== undefined) return <OpenedCard key={shownId} card={query.data} {...modal} />;
  return (
    <CardModal title="Cita" {...modal}>
      {query.isError ? (
        <LoadError title="No se pudo cargar la cita" queries={[query]} />
      ) : (
        <Skeleton height={248} radius={8} aria-label="Cargando..." />
      )}
    </CardModal>
  );
}

/** Places the card beside the focused element that opened it, and later returns the focus. */
function useOpener(isOpen: boolean, onClosed: (() => void) | undefined) {
  const opener = useRef<Element>(null);
  const [place, setPlace] = useState<CSSProperties>({});
  useLayoutEffect(() => {
    if (!isOpen) return;
    opener.current = document.activeElement;
    setPlace(placeBeside(opener.current));
  }, [isOpen]);
  return {
    place,
    returnFocus: () => {
      if (onClosed) onClosed();
      else if (opener.current instanceof HTMLElement && opener.current.isConnected) {
        opener.current.focus();
      } else rescueFocus();
    },
  };
}

interface CardModalProps {
  title: string;
  isOpen: boolean;
  place: CSSProperties;
  onClose: () => void;
  onClosed: () => void;
  children: ReactNode;
}

/** A dialog beside its opener; on a phone, at the bottom of the screen. */
function CardModal({ title, isOpen, place, onClose, onClosed, children }: CardModalProps) {
  const { ref, height } = useElementSize();
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      size={WIDTH}
      returnFocus={false}
      classNames={{
        inner: classes.inner ?? '',
        content: classes.content ?? '',
        overlay: classes.overlay ?? '',
      }}
      styles={{ content: { ...place, '--card-height': `${height + HEAD_HEIGHT}px` } }}
      onExitTransitionEnd={onClosed}
    >
      <div ref={ref}>{children}</div>
    </Modal>
  );
}

/** Sizes in px; GAP is the distance from the opener and from the edges of the window. */
const WIDTH = 352;
const HEAD_HEIGHT = 76;
const TOASTS_WIDTH = 376;
const GAP = 8;

/** Right of the opener, left of it if toasts would cover the card, or else in the middle of the window. */
function placeBeside(opener: Element | null): CSSProperties {
  const maxLeft = window.innerWidth - TOASTS_WIDTH - GAP - WIDTH;
  const middle = Math.min((window.innerWidth - WIDTH) / 2, maxLeft);
  if (opener === null || opener === document.body) {
    return { '--card-left': `${middle}px` } as CSSProperties;
  }
  const { left, right, top } = opener.getBoundingClientRect();
  const sides = [right + GAP, Math.min(left - GAP - WIDTH, maxLeft)];
  const x = sides.find((side) => side >= GAP && side <= maxLeft) ?? middle;
  return { '--card-left': `${x}px`, '--card-top': `${top}px` } as CSSProperties;
}

/** The form that replaces the card. */
type OpenForm =
  | { readonly name: 'edit'; readonly requested: AppointmentRequest }
  | { readonly name: 'prescription'; readonly requested: PrescriptionRequest }
  | { readonly name: 'cancel' | 'note'; readonly requested: { readonly record: null } };

interface OpenedCardProps extends Omit<CardModalProps, 'title' | 'children'> {
  card: AppointmentCardData;
}

/** The card, or the open form that replaces it. */
function OpenedCard({ card, isOpen, place, onClose, onClosed }: OpenedCardProps) {
  const timeZone = useClinicTimeZone();
  const [form, setForm] = useState<OpenForm | null>(null);
  const changing = useChangeStatus(timeZone);
  const mayEdit = useCan()('patients.edit');
  const { id, status } = card.appointment;
  const step = currentStep(card.appointment);
  const offered = offeredStatuses(card.appointment);
  const time = cardTime(card);
  // An appointment that was attended or missed keeps its day; 'Otra cita' creates another one.
  const isOver = card.kind === 'doctor_appointment' && (step === 'missed' || step === 'attended');

  const openForm = (name: 'cancel' | 'note') => setForm({ name, requested: { record: null } });

  function reschedule() {
    if (card.kind === 'doctor_appointment') {
      setForm({ name: 'edit', requested: { record: isOver ? null : card.appointment } });
    } else setForm({ name: 'prescription', requested: { record: card.appointment } });
  }

  const closeForm = () => setForm(null);

  const { patient, cancellationReason, appointment } = card;
  return (
    <>
      <CardModal
        title={isVisit(card) ? 'Cita Médica' : 'Validación de Receta'}
        isOpen={isOpen && form === null}
        place={place}
        onClose={onClose}
        onClosed={() => form === null && onClosed()}
      >
        <div className={classes.status}>
          {mayEdit ? (
            <StatusMenu
              status={status}
              offered={offered}
              disabled={changing.isPending}
              onChange={(next) =>
                next === 'cancelled' ? openForm('cancel') : changing.mutate({ card, status: next })
              }
            />
          ) : (
            <StatusPill {...appointmentStatus(status)} />
          )}
        </div>
        <div className={classes.card}>
          <div className={classes.patient}>
            <PersonAvatar name={patient.name} size={40} />
            <div className={classes.words}>
              <Link
                className={classes.name ?? ''}
                to="/pacientes/$idUser"
                params={{ idUser: patient.idUser }}
              >
                {patient.name}
              </Link>
              <p className={classes.detail}>{patientStatus(patient.status).tag}</p>
            </div>
          </div>
          <PhoneContact phone={patient.phone} name={patient.name} />
          <EmailContact email={patient.email} name={patient.name} />
          <AttendanceSteps visit={{ ...appointment, startsAt: time.instant }} mayEdit={mayEdit} />
          <DateStrip {...time} />
          {card.kind === 'doctor_appointment' ? (
            <DoctorLine
              name={card.appointment.doctor.name}
              details={[card.appointment.doctor.specialty_formatted[0]]}
            />
          ) : (
            <BookingFacts appointment={card.appointment} />
          )}
          <FieldWarning sentences={describeConflicts(card, timeZone)} />
          {cancellationReason !== null && (
            <p className={classes.reason}>
              <span className={classes.detail}>Motivo de la cancelación</span>
              {cancellationReason}
            </p>
          )}
          <AppointmentNotes idUser={patient.idUser} idAppointment={appointment.id} />
          {mayEdit && (
            <Button
              kind="subtle"
              size="xs"
              className={classes.note}
              aria-haspopup="dialog"
              onClick={() => openForm('note')}
            >
              Agregar nota
            </Button>
          )}
        </div>
        <div className={classes.actions}>
          {mayEdit && (
            <Button kind="default" size="xs" aria-haspopup="dialog" onClick={reschedule}>
              {isOver ? 'Otra cita' : isInstant(time.instant) ? 'Reprogramar' : 'Asignar fecha'}
            </Button>
          )}
          <LinkButton kind="default" size="xs" link={<HistoryLink card={card} />}>
            Ver expediente
          </LinkButton>
          {mayEdit && status !== 'cancelled' && offered.includes('cancelled') && (
            <Button
              kind="subtle"
              size="xs"
              className={classes.cancel}
              aria-haspopup="dialog"
              onClick={() => openForm('cancel')}
            >
              Cancelar cita
            </Button>
          )}
        </div>
      </CardModal>
      {card.kind === 'doctor_appointment' ? (
        <AppointmentForm
          requested={form?.name === 'edit' ? form.requested : null}
          patient={card.patient}
          {...(isOver && {
            doctor: { idDoctor: card.appointment.idDoctor, name: card.appointment.doctor.name },
          })}
          onClosed={closeForm}
        />
      ) : (
        <PrescriptionForm
          patient={card.patient}
          requested={form?.name === 'prescription' ? form.requested : null}
          fromCalendly={card.fromCalendly}
          onClosed={closeForm}
        />
      )}
      <NoteForm
        patient={card.patient}
        idAppointment={id}
        requested={form?.name === 'note' ? form.requested : null}
        onClosed={closeForm}
      />
      <CancelAppointment
        card={card}
        requested={form?.name === 'cancel' ? form.requested : null}
        onClosed={closeForm}
      />
    </>
  );
}

function describeConflicts(card: AppointmentCardData, timeZone: string): string[] {
  const { closedBy, collision, sameTime } = card;
  const request = card.kind === 'doctor_appointment' && card.appointment.request;
  return [
    request && `El paciente pidió otro horario: ${describeRequest(request)}.`,
    closedBy === '' && 'Está fuera del horario del médico.',
    closedBy && `El médico no atiende a esa hora: ${closedBy}.`,
    collision && 'El médico tiene otra cita a la misma hora.',
    collision && describeCollision(collision, timeZone),
    sameTime && 'El paciente tiene otra cita a la misma hora.',
    sameTime && describeSameTime(sameTime, timeZone),
  ].filter((sentence): sentence is string => Boolean(sentence));
}

const isVisit = (card: AppointmentCardData) =>
  card.kind === 'doctor_appointment' || card.appointment.isVisit;

/** Link to the patient's appointments of the card's kind. */
function HistoryLink({ card, ...props }: { card: AppointmentCardData }) {
  const to = `/pacientes/$idUser/${isVisit(card) ? 'doctor' : 'recipe'}-appointments` as const;
  return <Link to={to} params={{ idUser: card.patient.idUser }} {...props} />;
}

interface StatusMenuProps {
  status: string;
  offered: readonly AppointmentStatus[];
  disabled: boolean;
  onChange: (status: AppointmentStatus) => void;
}

/** The status of an appointment as a pill that opens the possible next statuses. */
export function StatusMenu({ status, offered, disabled, onChange }: StatusMenuProps) {
  const { tone, label } = appointmentStatus(status);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <UnstyledButton
          className={menuClasses.pill ?? ''}
          data-tone={tone}
          disabled={disabled}
          aria-label={`Estado: ${label}`}
        >
          <ToneDot tone={tone} />
          {label}
          <IconChevronDown size={14} stroke={1.7} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup
          value={status}
          onChange={(chosen) => {
            const next = offered.find((value) => value === chosen);
            if (next !== undefined && next !== status) onChange(next);
          }}
        >
          {offered.map((value) => (
            <Menu.RadioItem key={value} value={value} closeMenuOnClick>
              {appointmentStatus(value).label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
