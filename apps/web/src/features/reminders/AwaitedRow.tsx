import { isInstant } from '@simiente/contract/common/dates';
import { toWallTime } from '@simiente/contract/common/wall-time';
import { titledName } from '@simiente/contract/doctors/titled-name';
import { hasOtherClock, zoneName } from '@simiente/contract/format/dates';
import type { AwaitedAppointment } from '@simiente/contract/reminders/calls';
import { IconBrandWhatsapp, IconMail, IconPhone } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { LinkButton } from '../../ui/buttons/LinkButton.tsx';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { phoneLink } from '../../ui/contact/Contact.tsx';
import { PersonAvatar } from '../../ui/status/person.tsx';
import { StatusPill } from '../../ui/status/StatusPill.tsx';
import { AttendanceButton } from '../appointments/public.ts';
import { useClinicTimeZone, useMay } from '../session/public.ts';
import classes from './ConfirmPage.module.css';
import {
  type DescribedState,
  stateNames,
  stateTones,
  whyNoMail,
  whyNoWhatsapp,
} from './reminder-state.ts';

const icon = { size: 17, stroke: 1.7, 'aria-hidden': true } as const;
const MINUTE = 60_000;

export interface RowActions {
  /** Why nothing is sent; undefined while reminders are on. */
  readonly whyOff: string | undefined;
  readonly onOpen: (awaited: AwaitedAppointment) => void;
  readonly onMail: (awaited: AwaitedAppointment) => void;
  readonly onWhatsapp: (awaited: AwaitedAppointment) => void;
  readonly onMove: (awaited: AwaitedAppointment) => void;
  readonly onSettle: (awaited: AwaitedAppointment) => void;
}

/** An appointment to confirm: time, patient, doctor, place, state of its reminder, and actions. */
export function AwaitedRow({
  awaited,
  described: { state, detail },
  ...actions
}: { awaited: AwaitedAppointment; described: DescribedState } & RowActions) {
  const timeZone = useClinicTimeZone();
  const mayEdit = useMay()('patients.edit');
  const { appointment } = awaited;
  const { patient, place, doctor } = appointment;
  const name = patient.name;
  const call = patient.phone ? phoneLink(patient.phone) : undefined;
  const isOpen = state !== 'cancelled';
  return (
    <li className={classes.row}>
      <When awaited={awaited} timeZone={timeZone} />
      <div className={classes.patient}>
        <PersonAvatar name={name} size={34} />
        <span className={classes.words}>
          <button
            type="button"
            className={classes.name}
            title={name}
            aria-haspopup="dialog"
            onClick={() => actions.onOpen(awaited)}
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
        <span>{place?.name ?? 'Clínica'}</span>
      </span>
      <div className={classes.state}>
        <StatusPill tone={stateTones[state]} label={stateNames[state]} />
        <span className={`${classes.second} ${classes.detail}`} title={detail}>
          {detail}
        </span>
      </div>
      <div className={classes.contact}>
        {mayEdit && isOpen && (
          <>
            <IconAction
              label={`WhatsApp a ${name}`}
              reason={actions.whyOff ?? whyNoWhatsapp(awaited)}
              onClick={() => actions.onWhatsapp(awaited)}
            >
              <IconBrandWhatsapp {...icon} />
            </IconAction>
            <IconAction
              label={`Enviar el recordatorio por correo a ${name}`}
              reason={actions.whyOff ?? whyNoMail(awaited)}
              onClick={() => actions.onMail(awaited)}
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
        <LastAction state={state} awaited={awaited} mayEdit={mayEdit} {...actions} />
      </div>
    </li>
  );
}

function LastAction({
  state,
  awaited,
  mayEdit,
  onOpen,
  onMove,
  onSettle,
}: RowActions & {
  state: DescribedState['state'];
  awaited: AwaitedAppointment;
  mayEdit: boolean;
}) {
  const { appointment } = awaited;
  const { name } = appointment.patient;
  const button = (
    label: string,
    onClick: (one: AwaitedAppointment) => void,
    { opensDialog = true } = {},
  ) => (
    <LockButton
      kind="default"
      size="xs"
      className={classes.last}
      aria-label={`${label}: ${name}`}
      {...(opensDialog && { 'aria-haspopup': 'dialog' as const })}
      onClick={() => onClick(awaited)}
    >
      {label}
    </LockButton>
  );
  if (!mayEdit || state === 'confirmed') return button('Ver cita', onOpen);
  if (state === 'other') return button('Reprogramar', onMove);
  if (state === 'cancelled') return button('Atendido', onSettle, { opensDialog: false });
  const visit = { ...appointment, startsAt: appointment.appointmentDate.date };
  return <AttendanceButton visit={visit} patientName={name} className={classes.last} />;
}

interface IconActionProps {
  label: string;
  /** Why it is disabled. */
  reason: string | undefined;
  onClick: () => void;
  children: ReactNode;
}

const IconAction = ({ label, reason, onClick, children }: IconActionProps) => (
  <LockButton
    kind="default"
    size="xs"
    className={classes.icon}
    aria-label={label}
    disabled={reason !== undefined}
    disabledReason={reason}
    onClick={onClick}
  >
    {children}
  </LockButton>
);

/** The hour at the place, with its name if it differs from the clinic's, which is beneath. */
function When({ awaited, timeZone }: { awaited: AwaitedAppointment; timeZone: string }) {
  const { place, appointmentDate } = awaited.appointment;
  const { date, endDate } = appointmentDate;
  if (!isInstant(date)) return <span />;
  const hour = (zone: string) => toWallTime(date, zone).time.replace(/^0/, '');
  const zone = place?.timeZone ?? null;
  if (hasOtherClock(zone, timeZone, new Date(date))) {
    return (
      <span className={classes.when}>
        <b>{hour(zone)}</b>
        <span className={classes.second}>
          {zoneName(zone)} · {hour(timeZone)} en {zoneName(timeZone)}
        </span>
      </span>
    );
  }
  const minutes = endDate ? (Date.parse(endDate) - Date.parse(date)) / MINUTE : null;
  return (
    <span className={classes.when}>
      <b>{hour(timeZone)}</b>
      <span className={classes.second}>{minutes === null ? '' : `${minutes} min`}</span>
    </span>
  );
}
