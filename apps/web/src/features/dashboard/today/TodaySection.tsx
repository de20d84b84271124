import { UnstyledButton } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { toWallTime } from '@simiente/contract/common/wall-time';
import type { DayAppointment, NEXT_APPOINTMENTS, Today } from '@simiente/contract/dashboard/calls';
import { titledName } from '@simiente/contract/doctors/titled-name';
import { formatLongDay, zoneName } from '@simiente/contract/format/dates';
import { findOtherZone } from '@simiente/contract/format/place-time';
import { IconBrandWhatsapp, IconPhone } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { queries, useAnswer } from '../../../lib/api/client.ts';
import { pluralize } from '../../../lib/format/numbers.ts';
import { phoneLink, whatsAppLink } from '../../../ui/contact/Contact.tsx';
import { focusFallback, keepFocus } from '../../../ui/focus.ts';
import { LoadingRows } from '../../../ui/list/LoadingRows.tsx';
import { LoadError } from '../../../ui/page/EmptyState.tsx';
import { PersonAvatar } from '../../../ui/status/person.tsx';
import { StatusPill } from '../../../ui/status/StatusPill.tsx';
import {
  AppointmentDialog,
  AttendanceButton,
  AttendanceMark,
  appointmentStatus,
} from '../../appointments/public.ts';
import { EmergencyAccesses } from '../../emergency-access/public.ts';
import { IdentityNotice } from '../../professional-identity/public.ts';
import { useClinicTimeZone } from '../../session/public.ts';
import { FirstSteps, OpenTasksCard, useIsNewClinic } from './OpenTasksCard.tsx';
import classes from './TodaySection.module.css';

/** Only the type is imported, because the value would load the schemas of the calls. */
const SHOWN: typeof NEXT_APPOINTMENTS = 4;

/** 'Hoy': the next appointments of the clinic's day, and open tasks. */
export function TodaySection() {
  const timeZone = useClinicTimeZone();
  const query = useAnswer(queries.dashboard.today, {});
  const { data: today, error } = query;
  const isNew = useIsNewClinic();
  return (
    <section aria-labelledby="today-title" className={classes.section} aria-busy={query.isPending}>
      <h2 id="today-title" className={classes.title}>
        Hoy{' '}
        {today && (
          <span className={classes.context}>{formatLongDay(today.date, { timeZone })}</span>
        )}
      </h2>
      <IdentityNotice />
      <EmergencyAccesses />
      {today === undefined && error ? (
        <div className={`${classes.card} ${classes.failure}`}>
          <LoadError title="No se pudo cargar el resumen de hoy" queries={[query]} />
        </div>
      ) : (
        <div className={classes.cards}>
          {today?.setup && <FirstSteps setup={today.setup} />}
          {today ? !isNew && <NextAppointments {...today.appointments} /> : <LoadingCard />}
          {today ? !isNew && <OpenTasksCard today={today} /> : <LoadingCard />}
          {today && today.appointments.total > 0 && <WaitingRoom {...today.present} />}
        </div>
      )}
    </section>
  );
}

function NextAppointments({ total, left, late, next }: Today['appointments']) {
  const [openedId, setOpenedId] = useState<string | null>(null);
  return (
    <div className={classes.card} {...focusFallback}>
      <div className={classes.header}>
        <h3 className={classes.name}>Citas de hoy</h3>
        <span className={classes.count}>{describe(total, left, late)}</span>
        <Link to="/medicos" search={{ vista: 'agenda' }} className={classes.all}>
          {left > SHOWN ? `Ver agenda (${left - SHOWN} más)` : 'Ver agenda'}
        </Link>
      </div>
      {next.length === 0 ? (
        <p className={classes.none}>
          {total === 0 ? 'No hay citas hoy.' : 'Ya no quedan citas por hoy.'}
        </p>
      ) : (
        <ul className={classes.rows}>
          {next.map((appointment) => (
            <NextRow
              key={appointment.id}
              appointment={appointment}
              onOpen={() => setOpenedId(appointment.id)}
            />
          ))}
          {/* Fills the space of missing rows. */}
          {left <= SHOWN && next.length < SHOWN && (
            <li className={classes.rest}>No hay más citas hoy.</li>
          )}
        </ul>
      )}
      <AppointmentDialog id={openedId} onClose={() => setOpenedId(null)} />
    </div>
  );
}

/** '20 citas · faltan 10 · 5 con retraso' */
function describe(total: number, left: number, late: number): string {
  return [
    pluralize(total, ['cita', 'citas']),
    left > 0 && `${left === 1 ? 'falta' : 'faltan'} ${left}`,
    late > 0 && `${late} con retraso`,
  ]
    .filter(Boolean)
    .join(' · ');
}

function PatientWords(props: { name: string; facts: string; onOpen: () => void }) {
  const { name, facts, onOpen } = props;
  return (
    <span className={classes.words}>
      <UnstyledButton
        className={classes.person ?? ''}
        title={name}
        aria-haspopup="dialog"
        onClick={onOpen}
      >
        {name}
      </UnstyledButton>{' '}
      <span className={classes.facts} title={facts}>
        {facts}
      </span>
    </span>
  );
}

function NextRow({ appointment, onOpen }: { appointment: DayAppointment; onOpen: () => void }) {
  const { startsAt, status, patient, doctor, place } = appointment;
  const timeZone = useClinicTimeZone();
  const otherZone = findOtherZone(startsAt, place, timeZone);
  const hour = (zone: string) => toWallTime(startsAt, zone).time.replace(/^0/, '');
  const { tone, label } = appointmentStatus(status);
  const facts = [
    otherZone && `${zoneName(otherZone)}, ${hour(timeZone)} en ${zoneName(timeZone)}`,
    describeHost(appointment),
    doctor?.specialty,
  ]
    .filter(Boolean)
    .join(' · ');
  const call = phoneLink(patient.phone ?? '');
  const chat = whatsAppLink(patient.phone ?? '');
  return (
    <li ref={keepFocus} className={classes.row}>
      <time dateTime={startsAt} className={classes.time}>
        {hour(otherZone ?? timeZone)}
      </time>
      <PersonAvatar name={patient.name} size={34} />
      <PatientWords name={patient.name} facts={facts} onOpen={onOpen} />
      <span className={classes.attendance}>
        <AttendanceMark visit={appointment} />
      </span>
      <StatusPill tone={tone} label={label} />
      <AttendanceButton
        visit={appointment}
        patientName={patient.name}
        isCompact
        className={classes.record}
      />
      <span className={classes.reach}>
        {call && (
          <a href={call} className={classes.act} aria-label={`Llamar a ${patient.name}`}>
            <IconPhone size={18} stroke={1.7} aria-hidden />
          </a>
        )}
        {chat && (
          <a
            href={chat}
            className={classes.act}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={`WhatsApp a ${patient.name} (se abre en otra pestaña)`}
          >
            <IconBrandWhatsapp size={18} stroke={1.7} aria-hidden />
          </a>
        )}
      </span>
    </li>
  );
}

function LoadingCard() {
  return (
    <div className={classes.card}>
      <div className={classes.header} />
      <LoadingRows
        count={SHOWN}
        avatarSize={34}
        textWidth="45%"
        className={classes.loading}
        rowClassName={classes.row}
      />
    </div>
  );
}

const MINUTE_MS = 60_000;

export function describeHost({ doctor, isRecipe }: DayAppointment): string {
  if (doctor) return titledName(doctor.name);
  return isRecipe ? 'Validación de Receta' : 'Cita de Calendly';
}

/** 'Sala de espera': waiting patients with their arrival, longest first, then patients with the doctor. */
function WaitingRoom({ waiting, inConsultation, patients }: Today['present']) {
  const [openedId, setOpenedId] = useState<string | null>(null);
  const [now, setNow] = useState(() => Date.now());
  useInterval(() => setNow(Date.now()), MINUTE_MS, { autoInvoke: true });
  return (
    <section
      className={`${classes.card} ${classes.room}`}
      aria-labelledby="waiting-room"
      {...focusFallback}
    >
      <div className={classes.header}>
        <h3 id="waiting-room" className={classes.name}>
          Sala de espera
        </h3>
        <span className={classes.count} aria-live="polite">
          {patients.length > 0 && `${waiting} en espera · ${inConsultation} en consulta`}
        </span>
      </div>
      {patients.length === 0 ? (
        <p className={classes.nobody}>Nadie espera por ahora.</p>
      ) : (
        <ul className={classes.present}>
          {patients.map((appointment) => (
            <PresentRow
              key={appointment.id}
              appointment={appointment}
              now={now}
              onOpen={() => setOpenedId(appointment.id)}
            />
          ))}
        </ul>
      )}
      <AppointmentDialog id={openedId} onClose={() => setOpenedId(null)} />
    </section>
  );
}

interface PresentRowProps {
  appointment: DayAppointment;
  now: number;
  onOpen: () => void;
}

function PresentRow({ appointment, now, onOpen }: PresentRowProps) {
  const { patient, attendance } = appointment;
  const timeZone = useClinicTimeZone();
  const last = attendance.at(-1);
  if (last === undefined) return null;
  const since = toWallTime(last.at, timeZone).time.replace(/^0/, '');
  const minutes = Math.max(0, Math.floor((now - Date.parse(last.at)) / MINUTE_MS));
  const state = last.step === 'arrived' ? `Llegó ${since}` : `En consulta desde ${since}`;
  return (
    <li ref={keepFocus} className={classes.row}>
      <PersonAvatar name={patient.name} size={34} />
      <PatientWords
        name={patient.name}
        facts={`${state}, ${minutes} min · ${describeHost(appointment)}`}
        onOpen={onOpen}
      />
      <AttendanceButton visit={appointment} patientName={patient.name} className={classes.record} />
    </li>
  );
}
