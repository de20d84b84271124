import type { DoctorAppointment } from '@simiente/contract/appointments/calls';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../../ui/buttons/Button.tsx';
import { nearestFirst } from '../../patients/public.ts';
import { Can } from '../../session/public.ts';
import { BookingFacts, DateStrip, DoctorLine } from '../appointment-parts.tsx';
import {
  AppointmentForm,
  type AppointmentRequest,
  NewAppointmentButton,
} from '../form/AppointmentForm.tsx';
import { AppointmentCard, AppointmentsPage } from './AppointmentsPage.tsx';
import classes from './DoctorAppointmentsPage.module.css';

/** /pacientes/{id}/doctor-appointments */
export function DoctorAppointmentsPage() {
  const { idUser } = useParams({ from: '/_shell/_guarded/pacientes/$idUser/doctor-appointments' });
  return (
    <AppointmentsPage
      idUser={idUser}
      noun={['cita médica', 'citas médicas']}
      emptyTitle="Sin citas con médicos."
      action={({ name }) => <NewAppointmentButton patient={{ idUser, name }} />}
      cards={({ name, appointments: { doctorAppointments, recipeAppointments } }, open) =>
        nearestFirst(
          [...doctorAppointments, ...recipeAppointments.filter(({ isVisit }) => isVisit)],
          (appointment) =>
            'calendly_data' in appointment
              ? appointment.calendly_data.start_time
              : appointment.appointmentDate.date,
        ).map((appointment) =>
          'calendly_data' in appointment ? (
            <AppointmentCard
              key={appointment.id}
              title="Cita Médica"
              visit={{ ...appointment, startsAt: appointment.calendly_data.start_time }}
              patientName={name}
              onOpen={() => open(appointment.id)}
            >
              <DateStrip
                instant={appointment.calendly_data.start_time}
                end={appointment.calendly_data.end_time}
              />
              <BookingFacts appointment={appointment} />
            </AppointmentCard>
          ) : (
            <DoctorCard
              key={appointment.id}
              appointment={appointment}
              onOpen={() => open(appointment.id)}
            />
          ),
        )
      }
    />
  );
}

interface DoctorCardProps {
  appointment: DoctorAppointment;
  /** Opens the card of the appointment. */
  onOpen: () => void;
}

/** An appointment with a doctor; 'Ver Detalles' opens its form. */
export function DoctorCard({ appointment, onOpen }: DoctorCardProps) {
  const { doctor, patient, appointmentDate, overlaps } = appointment;
  const [requested, setRequested] = useState<AppointmentRequest | null>(null);
  return (
    <>
      <AppointmentCard
        title="Cita Médica"
        visit={{ ...appointment, startsAt: appointmentDate.date }}
        patientName={patient.name}
        onOpen={onOpen}
        actions={
          // The button opens an edit form. The title opens the card, also for users who may not edit.
          <Can capability="patients.edit">
            <Button
              kind="default"
              fullWidth
              aria-haspopup="dialog"
              onClick={() => setRequested({ record: appointment })}
            >
              Ver Detalles
            </Button>
          </Can>
        }
      >
        <DoctorLine name={doctor.name} details={[doctor.specialty_formatted[0]]} />
        <DateStrip
          instant={appointmentDate.date}
          end={appointmentDate.endDate}
          place={appointment.place}
        />
        {overlaps && <p className={classes.note}>Se empalma con otra cita importada</p>}
      </AppointmentCard>
      <AppointmentForm requested={requested} />
    </>
  );
}
