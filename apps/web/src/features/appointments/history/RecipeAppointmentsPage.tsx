import { useDisclosure } from '@mantine/hooks';
import type { RecipeAppointment } from '@simiente/contract/appointments/calls';
import { IconUpload } from '@tabler/icons-react';
import { FilePicker } from '../../../ui/buttons/FilePicker.tsx';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import { AppointmentTime } from '../../../ui/page/AppointmentTime.tsx';
import { nearestFirst } from '../../patients/public.ts';
import { May, useClinicTimeZone } from '../../session/public.ts';
import { DateStrip } from '../DateStrip.tsx';
import { NewRecipeButton } from '../form/NewRecipeButton.tsx';
import { MeetingButton } from '../MeetingButton.tsx';
import { AppointmentCard } from './AppointmentCard.tsx';
import { AppointmentsPage } from './AppointmentsPage.tsx';
import { ExplanationModal } from './ExplanationModal.tsx';
import { Prescription, useUploadPrescription } from './Prescription.tsx';
import classes from './RecipeCard.module.css';

/** /pacientes/{id}/recipe-appointments */
export function RecipeAppointmentsPage({ idUser }: { idUser: string }) {
  const clinicTimeZone = useClinicTimeZone();
  return (
    <AppointmentsPage
      idUser={idUser}
      noun={['validación de receta', 'validaciones de receta']}
      none="Sin citas de receta."
      action={({ name }) => <NewRecipeButton patient={{ idUser, name }} />}
      cards={({ appointments: { recipeAppointments } }, open) =>
        nearestFirst(recipeAppointments, ({ calendly_data }) => calendly_data.start_time).map(
          (appointment) => (
            <RecipeCard
              key={appointment.id}
              idUser={idUser}
              appointment={appointment}
              clinicTimeZone={clinicTimeZone}
              onOpen={() => open(appointment.id)}
            />
          ),
        )
      }
    />
  );
}

interface RecipeCardProps {
  /** The patient. */
  idUser: string;
  appointment: RecipeAppointment;
  clinicTimeZone: string;
  /** Opens its card. */
  onOpen: () => void;
}

/** A prescription validation appointment. */
export function RecipeCard({ idUser, appointment, clinicTimeZone, onOpen }: RecipeCardProps) {
  const { status, type, createDate, calendly_data, prescriptionExplanation } = appointment;
  const [opened, details] = useDisclosure(false);
  const uploading = useUploadPrescription(idUser, appointment);
  return (
    <>
      <AppointmentCard
        title="Validación de Receta"
        status={status}
        onOpen={onOpen}
        actions={
          <>
            <MeetingButton url={calendly_data.meeting_url} />
            <div className={classes.pair}>
              <LockButton kind="default" fullWidth aria-haspopup="dialog" onClick={details.open}>
                Ver Detalles
              </LockButton>
              <May act="patients.edit">
                <FilePicker
                  kind="default"
                  fullWidth
                  icon={<IconUpload size={17} stroke={1.7} aria-hidden />}
                  accept="application/pdf,.pdf"
                  disabled={uploading.isUploading}
                  disabledReason="La receta se está subiendo."
                  onPick={uploading.start}
                >
                  Subir Receta
                </FilePicker>
              </May>
            </div>
          </>
        }
      >
        <dl className={classes.facts}>
          <dt>Tipo</dt>
          <dd>{type?.trim() || '—'}</dd>
          <dt>Creada</dt>
          <dd className={classes.created}>
            <AppointmentTime instant={createDate} timeZone={clinicTimeZone} />
          </dd>
        </dl>
        <DateStrip instant={calendly_data.start_time} clinicTimeZone={clinicTimeZone} />
        <Prescription appointment={appointment} uploading={uploading} />
      </AppointmentCard>
      <ExplanationModal
        opened={opened}
        explanation={prescriptionExplanation}
        onClose={details.close}
      />
    </>
  );
}
