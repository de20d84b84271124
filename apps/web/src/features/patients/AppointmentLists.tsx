import { isInstant } from '@simiente/contract/common/dates';
import { formatAppointment } from '@simiente/contract/format/dates';
import { zoneName } from '@simiente/contract/format/zone-name';
import type { MedicalHistory } from '@simiente/contract/patients';
import { IconPrescription } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { PersonAvatar } from '../../ui/status/PersonAvatar.tsx';
import { NewAppointmentButton } from '../appointments/public.ts';
import { useClinicTimeZone } from '../session/public.ts';
import classes from './ListCard.module.css';
import { ListCard, type ListCardRow } from './ListCard.tsx';
import { nearestFirst } from './nearest-first.ts';

interface AppointmentListsProps {
  idUser: string;
  name: string;
  appointments: MedicalHistory['appointments'];
}

/** Recetas paciente and Interconsultas: the two that come next, and the way to all of them. */
export function AppointmentLists({ idUser, name, appointments }: AppointmentListsProps) {
  const { recipeAppointments, doctorAppointments } = appointments;
  return (
    <>
      <ListCard
        title="Recetas paciente"
        area="recipes"
        empty="Sin citas de receta."
        count={recipeAppointments.length}
        rows={nearestFirst(recipeAppointments, ({ calendly_data }) => calendly_data.start_time).map(
          ({ id, status, type, calendly_data }): ListCardRow => ({
            id,
            status,
            art: (
              <span className={classes.square}>
                <IconPrescription size={20} stroke={1.6} aria-hidden />
              </span>
            ),
            title: type ?? 'Validación de receta',
            detail: <Moment instant={calendly_data.start_time} />,
          }),
        )}
        link={(props) => (
          <Link to="/pacientes/$idUser/recipe-appointments" params={{ idUser }} {...props} />
        )}
      />
      <ListCard
        title="Interconsultas"
        area="doctors"
        action={<NewAppointmentButton patient={{ idUser, name }} kind="subtle" size="compact-sm" />}
        empty="Sin citas con médicos."
        count={doctorAppointments.length}
        rows={nearestFirst(doctorAppointments, ({ appointmentDate }) => appointmentDate.date).map(
          ({ id, status, doctor, appointmentDate }): ListCardRow => ({
            id,
            status,
            art: <PersonAvatar name={doctor.name} tone="staff" size={34} />,
            title: `Dr ${doctor.name}`,
            detail: (
              <>
                {doctor.specialty_formatted[0] && `${doctor.specialty_formatted[0]} · `}
                <Moment instant={appointmentDate.date} />
              </>
            ),
          }),
        )}
        link={(props) => (
          <Link to="/pacientes/$idUser/doctor-appointments" params={{ idUser }} {...props} />
        )}
      />
    </>
  );
}

/** In UTC, and beneath it on the clinic's clocks. A date that breaks at its bar would be two wrong ones. */
function Moment({ instant }: { instant: string | null }) {
  const timeZone = useClinicTimeZone();
  if (!isInstant(instant)) {
    return <span className={classes.moment}>{formatAppointment(instant)}</span>;
  }
  return (
    <>
      <span className={classes.moment}>{formatAppointment(instant)} UTC</span>
      <span className={classes.clinic}>
        {formatAppointment(instant, { timeZone })} {zoneName(timeZone)}
      </span>
    </>
  );
}
