import {
  describeMeetingPlace,
  type RecipeAppointment,
} from '@simiente/contract/appointments/calls';
import { titledName } from '@simiente/contract/doctors/titled-name';
import { IconCalendar, IconMapPin, IconVideo } from '@tabler/icons-react';
import { Button } from '../../ui/buttons/Button.tsx';
import { LinkButton } from '../../ui/buttons/LinkButton.tsx';
import { AppointmentTime, type AppointmentTimeProps } from '../../ui/page/AppointmentTime.tsx';
import { PersonAvatar } from '../../ui/status/person.tsx';
import classes from './DoctorLine.module.css';

interface DoctorLineProps {
  name: string;
  /** Second line, separated by dots; undefined parts are left out. */
  details: readonly (string | undefined)[];
}

export function DoctorLine({ name, details }: DoctorLineProps) {
  return (
    <div className={classes.line}>
      <PersonAvatar name={name} tone="staff" size={40} />
      <div className={classes.words}>
        <p className={classes.name}>{titledName(name)}</p>
        <p className={classes.detail}>{details.filter(Boolean).join(' · ')}</p>
      </div>
    </div>
  );
}

/** Host, type, place and link of a Calendly booking. A cancelled booking has no meeting button. */
export function BookingFacts({ appointment }: { appointment: RecipeAppointment }) {
  const { doctor, type, status, calendly_data } = appointment;
  const { place, meeting_url: url } = calendly_data;
  return (
    <>
      {doctor && <DoctorLine name={doctor.name} details={[type ?? undefined]} />}
      {!doctor && type && <p className={classes.detail}>{type}</p>}
      {place && (
        <p className={classes.place}>
          <IconMapPin className={classes.icon} size={17} stroke={1.7} aria-hidden />
          {describeMeetingPlace(place)}
        </p>
      )}
      {status !== 'cancelled' && (url !== null || !place) && <MeetingButton url={url} />}
    </>
  );
}

export function DateStrip(time: Omit<AppointmentTimeProps, 'isInList'>) {
  return (
    <div className={classes.strip}>
      <IconCalendar className={classes.icon} size={17} stroke={1.7} aria-hidden />
      <AppointmentTime {...time} />
    </div>
  );
}

const MEETING_LABEL = 'Entrar a la Reunión';

/** Opens the meeting in another tab; disabled, with the reason, if there is no address. */
export function MeetingButton({ url }: { url: string | null }) {
  const link = meetingLink(url);
  if ('reason' in link) {
    return (
      <Button kind="default" fullWidth icon={IconVideo} disabled disabledReason={link.reason}>
        {MEETING_LABEL}
      </Button>
    );
  }
  return (
    <LinkButton
      kind="default"
      fullWidth
      icon={IconVideo}
      href={link.href}
      newTab
      aria-label={`${MEETING_LABEL} (se abre en otra pestaña)`}
    >
      {MEETING_LABEL}
    </LinkButton>
  );
}

/** A meeting's address, or why its button is disabled. */
type MeetingLink = { readonly href: string } | { readonly reason: string };

/** Only http(s) addresses are linked: others, such as javascript:, could run code in our page. */
export function meetingLink(url: string | null): MeetingLink {
  const text = url?.trim() ?? '';
  if (text === '') return { reason: 'Esta cita no tiene enlace de reunión.' };
  const parsed = URL.parse(text);
  return parsed?.protocol === 'https:' || parsed?.protocol === 'http:'
    ? { href: parsed.href }
    : { reason: 'El enlace de la reunión no es una dirección web.' };
}
