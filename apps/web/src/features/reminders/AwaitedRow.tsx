import { isInstant } from '@simiente/contract/common/dates';
import { toWallTime } from '@simiente/contract/common/wall-time';
import { titledName } from '@simiente/contract/doctors/titled-name';
import { zoneName } from '@simiente/contract/format/dates';
import { findOtherZone } from '@simiente/contract/format/place-time';
import type { AwaitedAppointment } from '@simiente/contract/reminders/calls';
import { IconBrandWhatsapp, IconMail, IconPhone } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/buttons/Button.tsx';
import { LinkButton } from '../../ui/buttons/LinkButton.tsx';
import { phoneLink } from '../../ui/contact/Contact.tsx';
import { focusFallback } from '../../ui/focus.ts';
import { PersonAvatar } from '../../ui/status/person.tsx';
import { StatusPill } from '../../ui/status/StatusPill.tsx';
import { AttendanceButton } from '../appointments/public.ts';
import { useCan, useClinicTimeZone } from '../session/public.ts';
import classes from './ConfirmPage.module.css';
import {
  type DescribedState,
  mailObstacle,
  reminderPills,
  whatsappObstacle,
} from './reminder-state.ts';

const icon = { size: 17, stroke: 1.7, 'aria-hidden': true } as const;
const MINUTE_MS = 60_000;

interface AwaitedRowProps extends DescribedState {
  awaited: AwaitedAppointment;
  /** The reason why no reminder can be sent; undefined while reminders are on. */
  offReason: string | undefined;
  onOpen: (idAppointment: string) => void;
  onMail: (idAppointment: string) => void;
  onWhatsapp: (idAppointment: string) => void;
  onReschedule: (awaited: AwaitedAppointment) => void;
  /** Marks a cancellation as attended to. */
  onResolve: (idAppointment: string) => void;
}

/** An appointment to confirm: time, patient, doctor, place, state of its reminder, and actions. */
export function AwaitedRow(props: AwaitedRowProps) {
  const { awaited, state, detail, offReason } = props;
  const timeZone = useClinicTimeZone();
  const mayEdit = useCan()('patients.edit');
  const { appointment } = awaited;
  const { patient, place, doctor } = appointment;
  const { date } = appointment.appointmentDate;
  const name = patient.name;
  const call = patient.phone ? phoneLink(patient.phone) : undefined;
  const isOpen = state !== 'cancelled';
  return (
    <li className={classes.row} {...focusFallback}>
      <AppointmentTimes awaited={awaited} />
      <div className={classes.patient}>
        <PersonAvatar name={name} size={34} />
        <span className={classes.words}>
          <button
            type="button"
            className={classes.name}
            title={name}
            aria-haspopup="dialog"
            onClick={() => props.onOpen(appointment.id)}
          >
            {name}
          </button>
          <span className={classes.second}>{patient.phone ?? 'Sin teléfono'}</span>
        </span>
      </div>
      <span className={`${classes.words} ${classes.doctor}`}>
        <span title={doctor.name}>{titledName(doctor.name)}</span>
        <span className={classes.second}>{doctor.specialty_formatted[0]}</span>
      </span>
      <span className={`${classes.words} ${classes.place}`}>
        <span title={place?.name}>{place?.name ?? 'Clínica'}</span>
        {isInstant(date) && findOtherZone(date, place, timeZone) && (
          <span className={classes.second} title={zoneName(timeZone)}>
            {shortHour(date, timeZone)} en {zoneName(timeZone)}
          </span>
        )}
      </span>
      <div className={classes.state}>
        <StatusPill {...reminderPills[state]} />
        <span className={`${classes.second} ${classes.detail}`} title={detail}>
          {detail}
        </span>
      </div>
      <div className={classes.contact}>
        {mayEdit && isOpen && (
          <>
            <IconAction
              label={`WhatsApp a ${name}`}
              reason={offReason ?? whatsappObstacle(awaited)}
              onClick={() => props.onWhatsapp(appointment.id)}
            >
              <IconBrandWhatsapp {...icon} />
            </IconAction>
            <IconAction
              label={`Enviar el recordatorio por correo a ${name}`}
              reason={offReason ?? mailObstacle(awaited)}
              onClick={() => props.onMail(appointment.id)}
            >
              <IconMail {...icon} />
            </IconAction>
          </>
        )}
        {call && (
          <LinkButton
            href={call}
            kind="default"
            size="xs"
            className={classes.icon}
            aria-label={`Llamar a ${name}`}
          >
            <IconPhone {...icon} />
          </LinkButton>
        )}
        <LastAction {...props} mayEdit={mayEdit} />
      </div>
    </li>
  );
}

/** The next step for an appointment, by the state of its reminder. */
function LastAction(props: AwaitedRowProps & { mayEdit: boolean }) {
  const { awaited, state, mayEdit } = props;
  const { appointment } = awaited;
  const { id, patient } = appointment;
  const button = (label: string, onClick: () => void, { opensDialog = true } = {}) => (
    <Button
      kind="default"
      size="xs"
      className={classes.last}
      aria-label={`${label}: ${patient.name}`}
      {...(opensDialog && { 'aria-haspopup': 'dialog' as const })}
      onClick={onClick}
    >
      {label}
    </Button>
  );
  if (!mayEdit || state === 'confirmed') return button('Ver cita', () => props.onOpen(id));
  if (state === 'other') return button('Reprogramar', () => props.onReschedule(awaited));
  if (state === 'cancelled') {
    return button('Enterado', () => props.onResolve(id), { opensDialog: false });
  }
  const visit = { ...appointment, startsAt: appointment.appointmentDate.date };
  return <AttendanceButton visit={visit} patientName={patient.name} className={classes.last} />;
}

interface IconActionProps {
  label: string;
  /** The reason why the button is disabled; undefined if it is enabled. */
  reason: string | undefined;
  onClick: () => void;
  children: ReactNode;
}

const IconAction = ({ label, reason, onClick, children }: IconActionProps) => (
  <Button
    kind="default"
    size="xs"
    className={classes.icon}
    aria-label={label}
    disabled={reason !== undefined}
    disabledReason={reason}
    onClick={onClick}
  >
    {children}
  </Button>
);

const shortHour = (instant: string, zone: string) =>
  toWallTime(instant, zone).time.replace(/^0/, '');

/** The hour at the place, with the duration or, in another time zone than the clinic's, the name of the zone. */
function AppointmentTimes({ awaited: { appointment } }: { awaited: AwaitedAppointment }) {
  const timeZone = useClinicTimeZone();
  const { date, endDate } = appointment.appointmentDate;
  if (!isInstant(date)) return <span />;
  const zone = findOtherZone(date, appointment.place, timeZone);
  const minutes = endDate && `${(Date.parse(endDate) - Date.parse(date)) / MINUTE_MS} min`;
  return (
    <span className={classes.when}>
      <b>{shortHour(date, zone ?? timeZone)}</b>
      <span className={classes.second}>{zone ? zoneName(zone) : minutes}</span>
    </span>
  );
}
