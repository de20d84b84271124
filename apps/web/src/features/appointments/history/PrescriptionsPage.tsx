import { Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  describeMeetingPlace,
  type RecipeAppointment,
} from '@simiente/contract/appointments/calls';
import { IconUpload } from '@tabler/icons-react';
import { FilePicker } from '../../../ui/buttons/FilePicker.tsx';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import { AppointmentTime } from '../../../ui/page/AppointmentTime.tsx';
import { nearestFirst } from '../../patients/public.ts';
import { May, useClinicTimeZone } from '../../session/public.ts';
import { DateStrip } from '../appointment-parts.tsx';
import { NewPrescriptionButton } from '../form/new-buttons.tsx';
import { MeetingButton } from '../MeetingButton.tsx';
import { AppointmentCard } from './AppointmentCard.tsx';
import { AppointmentsPage } from './AppointmentsPage.tsx';
import { Prescription, useUploadPrescription } from './Prescription.tsx';
import classes from './PrescriptionCard.module.css';

/** /pacientes/{id}/recipe-appointments */
export function PrescriptionsPage({ idUser }: { idUser: string }) {
  const clinicTimeZone = useClinicTimeZone();
  return (
    <AppointmentsPage
      idUser={idUser}
      noun={['validación de receta', 'validaciones de receta']}
      none="Sin citas de receta."
      action={({ name }) => <NewPrescriptionButton patient={{ idUser, name }} />}
      cards={({ name, appointments: { recipeAppointments } }, open) =>
        nearestFirst(
          recipeAppointments.filter(({ isVisit }) => !isVisit),
          ({ calendly_data }) => calendly_data.start_time,
        ).map((appointment) => (
          <PrescriptionCard
            key={appointment.id}
            idUser={idUser}
            patientName={name}
            appointment={appointment}
            clinicTimeZone={clinicTimeZone}
            onOpen={() => open(appointment.id)}
          />
        ))
      }
    />
  );
}

interface PrescriptionCardProps {
  idUser: string;
  patientName: string;
  appointment: RecipeAppointment;
  clinicTimeZone: string;
  /** Opens its card. */
  onOpen: () => void;
}

/** A prescription validation appointment. */
export function PrescriptionCard({
  idUser,
  patientName,
  appointment,
  clinicTimeZone,
  onOpen,
}: PrescriptionCardProps) {
  const { status, type, createDate, calendly_data, prescriptionExplanation } = appointment;
  const { place } = calendly_data;
  const [opened, details] = useDisclosure(false);
  const uploading = useUploadPrescription(idUser, appointment);
  return (
    <>
      <AppointmentCard
        title="Validación de Receta"
        visit={{ ...appointment, startsAt: calendly_data.start_time }}
        patientName={patientName}
        onOpen={onOpen}
        actions={
          <>
            {status !== 'cancelled' && (calendly_data.meeting_url || !place) && (
              <MeetingButton url={calendly_data.meeting_url} />
            )}
            <div className={classes.pair}>
              <LockButton kind="default" fullWidth aria-haspopup="dialog" onClick={details.open}>
                Ver Detalles
              </LockButton>
              <May act="patients.edit">
                <FilePicker
                  kind="default"
                  fullWidth
                  icon={IconUpload}
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
          {place && (
            <>
              <dt>Lugar</dt>
              <dd>{describeMeetingPlace(place)}</dd>
            </>
          )}
          <dt>Creada</dt>
          <dd className={classes.created}>
            <AppointmentTime instant={createDate} timeZone={clinicTimeZone} />
          </dd>
        </dl>
        <DateStrip
          instant={calendly_data.start_time}
          end={calendly_data.end_time}
          clinicTimeZone={clinicTimeZone}
        />
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

interface ExplanationModalProps {
  opened: boolean;
  explanation: string | null;
  onClose: () => void;
}

function ExplanationModal({ opened, explanation, onClose }: ExplanationModalProps) {
  const { heading, lines } = splitExplanation(explanation ?? '');
  const isEmpty = heading === null && lines.length === 0;
  return (
    <Modal opened={opened} onClose={onClose} title={heading ?? 'Detalles de la receta'} size={520}>
      <p className={classes.lines}>
        {isEmpty ? 'Esta receta todavía no tiene una explicación.' : lines.join('\n')}
      </p>
      <div className={classes.actions}>
        <LockButton kind="default" data-autofocus onClick={onClose}>
          Cerrar
        </LockButton>
      </div>
    </Modal>
  );
}

interface Explanation {
  readonly heading: string | null;
  readonly lines: readonly string[];
}

/**
 * Splits a prescription's explanation at its first blank line or `---`: a heading before it, lines
 * after it. A text without one is all lines.
 */
export function splitExplanation(explanation: string): Explanation {
  const text = explanation
    .replaceAll('**', '')
    .replaceAll(/__(.+?)__/gs, '$1')
    .replaceAll(/-{3,}/g, '\n\n')
    .split(/\r\n?|\n/)
    .map((row) => row.trim())
    .join('\n')
    .trim();
  const [, heading, rest = text] = /^(.+?)\n\n+(.+)$/s.exec(text) ?? [];
  return {
    heading: heading?.replaceAll('\n', ' ') ?? null,
    lines: rest.split('\n').filter(Boolean),
  };
}
