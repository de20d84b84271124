import { UnstyledButton } from '@mantine/core';
import type { AppointmentPlace } from '@simiente/contract/appointments/calls';
import { titledName } from '@simiente/contract/doctors/titled-name';
import type { MedicalHistory } from '@simiente/contract/patients/calls';
import { IconChevronRight, IconPrescription } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { cloneElement, type ReactNode, useState } from 'react';
import { formatCount } from '../../../lib/format/numbers.ts';
import type { LinkSlot } from '../../../ui/link-slot.ts';
import { AppointmentTime } from '../../../ui/page/AppointmentTime.tsx';
import { IconTile } from '../../../ui/status/IconTile.tsx';
import { PersonAvatar } from '../../../ui/status/person.tsx';
import { StatusPill } from '../../../ui/status/StatusPill.tsx';
import {
  AppointmentDialog,
  appointmentStatus,
  NewAppointmentButton,
  NewPrescriptionButton,
} from '../../appointments/public.ts';
import { nearestFirst } from '../patient-status.ts';
import classes from './AppointmentLists.module.css';

interface AppointmentListsProps {
  idUser: string;
  name: string;
  appointments: MedicalHistory['appointments'];
}

/** Recetas paciente and Interconsultas: the two nearest appointments of each, upcoming first, and a link to all. */
export function AppointmentLists({ idUser, name, appointments }: AppointmentListsProps) {
  const { doctorAppointments } = appointments;
  const prescriptions = appointments.recipeAppointments.filter(({ isVisit }) => !isVisit);
  // Calendly bookings of visits to a doctor are stored among the prescription appointments.
  const visits = [
    ...doctorAppointments.map((visit) => ({ ...visit, instant: visit.appointmentDate.date })),
    ...appointments.recipeAppointments
      .filter(({ isVisit }) => isVisit)
      .map((visit) => ({ ...visit, instant: visit.calendly_data.start_time, place: null })),
  ];
  const [openedId, setOpenedId] = useState<string | null>(null);
  return (
    <>
      <ListCard
        title="Recetas paciente"
        area="prescriptions"
        action={
          <NewPrescriptionButton patient={{ idUser, name }} kind="subtle" size="compact-sm" />
        }
        empty="Sin citas de receta."
        count={prescriptions.length}
        rows={nearestFirst(prescriptions, ({ calendly_data }) => calendly_data.start_time).map(
          ({ id, status, type, calendly_data }): ListCardRow => ({
            id,
            status,
            icon: <IconTile icon={IconPrescription} />,
            instant: calendly_data.start_time,
            detail: type ?? 'Validación de receta',
          }),
        )}
        onOpen={setOpenedId}
        link={<Link to="/pacientes/$idUser/recipe-appointments" params={{ idUser }} />}
      />
      <ListCard
        title="Interconsultas"
        area="doctors"
        action={<NewAppointmentButton patient={{ idUser, name }} kind="subtle" size="compact-sm" />}
        empty="Sin citas con médicos."
        count={visits.length}
        rows={nearestFirst(visits, ({ instant }) => instant).map(
          ({ id, status, doctor, instant, place }): ListCardRow => ({
            id,
            status,
            icon: <PersonAvatar name={doctor?.name ?? 'Calendly'} tone="staff" size={34} />,
            instant,
            place,
            detail: doctor ? titledName(doctor.name) : 'Cita de Calendly',
          }),
        )}
        onOpen={setOpenedId}
        link={<Link to="/pacientes/$idUser/doctor-appointments" params={{ idUser }} />}
      />
      <AppointmentDialog id={openedId} onClose={() => setOpenedId(null)} />
    </>
  );
}

const SHOWN_ROWS = 2;

interface ListCardRow {
  readonly id: string;
  readonly icon: ReactNode;
  readonly instant: string | null;
  readonly place?: AppointmentPlace | null;
  /** Doctor or reason. */
  readonly detail: string;
  readonly status: string;
}

interface ListCardProps {
  title: string;
  area: 'prescriptions' | 'doctors';
  count: number;
  rows: readonly ListCardRow[];
  onOpen: (id: string) => void;
  empty: string;
  /** Link to all appointments; disabled for an empty list. */
  link: LinkSlot;
  action?: ReactNode;
}

function ListCard({ title, area, count, rows, onOpen, empty, link, action }: ListCardProps) {
  return (
    <section className={classes.card} data-area={area} aria-label={title}>
      <div className={classes.header}>
        <h2 className={classes.title}>
          {title} <span className={classes.count}>{formatCount(count)}</span>
        </h2>
        <div className={classes.ways}>
          {action}
          {cloneElement(link, {
            className: count === 0 ? classes.none : classes.all,
            disabled: count === 0,
            'aria-label': `Ver todas: ${title}`,
            children: 'Ver todas',
          })}
        </div>
      </div>
      {count === 0 && <p className={classes.empty}>{empty}</p>}
      {count > 0 && (
        <ul className={classes.rows}>
          {rows.slice(0, SHOWN_ROWS).map((row) => (
            <li key={row.id} className={classes.item}>
              <UnstyledButton
                className={classes.row ?? ''}
                aria-haspopup="dialog"
                onClick={() => onOpen(row.id)}
              >
                {row.icon}
                <span className={classes.words}>
                  <AppointmentTime
                    instant={row.instant}
                    place={row.place ?? null}
                    detail={row.detail}
                  />
                </span>
                <StatusPill {...appointmentStatus(row.status)} />
                <IconChevronRight className={classes.chevron} size={18} stroke={1.7} aria-hidden />
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
