import { Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  describeMeetingPlace,
  MAX_PRESCRIPTION_SIZE,
  prescriptionData,
  type RecipeAppointment,
} from '@simiente/contract/appointments/calls';
import { IconUpload } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { ApiFailure, describeFailure } from '../../../lib/api/failure.ts';
import { useFileUpload } from '../../../lib/api/upload.ts';
import { formatFileSize } from '../../../lib/format/numbers.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { FilePicker } from '../../../ui/buttons/FilePicker.tsx';
import { AppointmentTime } from '../../../ui/page/AppointmentTime.tsx';
import { UploadProgress } from '../../../ui/page/UploadProgress.tsx';
import { type FailureOptions, notifySuccess, useFailureToast } from '../../../ui/toasts/notify.tsx';
import { EarlierFiles, FileLine } from '../../files/public.ts';
import { nearestFirst } from '../../patients/public.ts';
import { Can } from '../../session/public.ts';
import { parseCurrentPrescription, refreshAppointments } from '../appointment-cache.ts';
import { DateStrip, MeetingButton } from '../appointment-parts.tsx';
import { NewPrescriptionButton } from '../form/PrescriptionForm.tsx';
import { AppointmentCard, AppointmentsPage } from './AppointmentsPage.tsx';
import classes from './PrescriptionCard.module.css';

/** /pacientes/{id}/recipe-appointments */
export function PrescriptionsPage() {
  const { idUser } = useParams({ from: '/_shell/_guarded/pacientes/$idUser/recipe-appointments' });
  return (
    <AppointmentsPage
      idUser={idUser}
      noun={['validación de receta', 'validaciones de receta']}
      emptyTitle="Sin citas de receta."
      action={({ name }) => <NewPrescriptionButton patient={{ idUser, name }} />}
      cards={({ name, appointments: { recipeAppointments } }, open) =>
        nearestFirst(
          recipeAppointments.filter(({ isVisit }) => !isVisit),
          ({ calendly_data }) => calendly_data.start_time,
        ).map((appointment) => (
          <PrescriptionCard
            key={appointment.id}
            patientName={name}
            appointment={appointment}
            onOpen={() => open(appointment.id)}
          />
        ))
      }
    />
  );
}

interface PrescriptionCardProps {
  patientName: string;
  appointment: RecipeAppointment;
  /** Opens the card of the appointment. */
  onOpen: () => void;
}

export function PrescriptionCard(props: PrescriptionCardProps) {
  const { patientName, appointment, onOpen } = props;
  const { status, type, createDate, calendly_data, prescriptionExplanation } = appointment;
  const { place } = calendly_data;
  const [opened, details] = useDisclosure(false);
  const uploading = useUploadPrescription(appointment);
  const { heading, lines } = splitExplanation(prescriptionExplanation ?? '');
  const isEmpty = heading === null && lines.length === 0;
  const [current, ...earlier] = appointment.prescriptions;
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
              <Button kind="default" fullWidth aria-haspopup="dialog" onClick={details.open}>
                Ver Detalles
              </Button>
              <Can capability="patients.edit">
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
              </Can>
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
            <AppointmentTime instant={createDate} />
          </dd>
        </dl>
        <DateStrip instant={calendly_data.start_time} end={calendly_data.end_time} />
        <div className={classes.prescription}>
          {uploading.isUploading ? (
            <UploadProgress label="Receta" share={uploading.share} onCancel={uploading.cancel} />
          ) : (
            <>
              {current ? (
                <FileLine file={current} />
              ) : (
                <p className={classes.none}>Aún no se sube la receta.</p>
              )}
              <EarlierFiles files={earlier} />
            </>
          )}
        </div>
      </AppointmentCard>
      <Modal
        opened={opened}
        onClose={details.close}
        title={heading ?? 'Detalles de la receta'}
        size={520}
      >
        <p className={classes.lines}>
          {isEmpty ? 'Esta receta todavía no tiene una explicación.' : lines.join('\n')}
        </p>
        <div className={classes.actions}>
          <Button kind="default" data-autofocus onClick={details.close}>
            Cerrar
          </Button>
        </div>
      </Modal>
    </>
  );
}

/** Splits a text at its first blank line or `---` into heading and lines. Without a separator, all are lines. */
export function splitExplanation(explanation: string) {
  const text = explanation
    .replaceAll('**', '')
    .replaceAll(/__(.+?)__/gs, '$1')
    .replaceAll(/-{3,}/g, '\n\n')
    .split(/\r\n?|\n/)
    .map((row) => row.trim())
    .join('\n')
    .trim();
  const [, heading, body = text] = /^(.+?)\n\n+(.+)$/s.exec(text) ?? [];
  return {
    heading: heading?.replaceAll('\n', ' ') ?? null,
    lines: body.split('\n').filter(Boolean),
  };
}

/** Wording of the specification. */
const ONLY_PDF = 'Por favor, sube únicamente archivos PDF';

function useUploadPrescription({ id, version }: RecipeAppointment) {
  const failure = useFailureToast();
  const { begin, ...uploading } = useFileUpload({
    path: '/v1/recipe/upload-prescription',
    fields: { idAppointment: id },
    read: (data) => prescriptionData.parse(data).appointment,
    parseCurrent: parseCurrentPrescription,
    show: () => refreshAppointments(),
    onDone: notifyUploaded,
    onFailure: (error, onRetry) => failure.show(...toFailure(error, onRetry)),
    onCancel: () => void refreshAppointments(),
  });
  return {
    ...uploading,
    start(file: File) {
      failure.clear();
      const rejection = findRejection(file);
      if (rejection) failure.show(...rejection);
      else begin(file, version);
    },
  };
}

function notifyUploaded({ prescriptions }: RecipeAppointment): void {
  if (prescriptions.length === 1) notifySuccess('Receta subida');
  else notifySuccess('Receta reemplazada', { detail: 'La anterior queda en el historial.' });
}

/** Arguments of the failure's toast. */
type Failure = [title: string, options?: FailureOptions];

/** Why the server would reject a file, as far as the browser can tell before the upload. */
function findRejection({ name, size, type }: File): Failure | undefined {
  if (type !== 'application/pdf' && !/\.pdf$/i.test(name)) return [ONLY_PDF];
  if (size > MAX_PRESCRIPTION_SIZE) {
    const detail = `Pesa ${formatFileSize(size)}; el máximo es ${formatFileSize(MAX_PRESCRIPTION_SIZE)}.`;
    return ['La receta no se subió', { detail }];
  }
  return undefined;
}

function toFailure(error: Error, onRetry: () => void): Failure {
  const code = error instanceof ApiFailure ? error.code : undefined;
  if (code === 'NOT_A_PDF') return [ONLY_PDF];
  if (code === 'STALE_VERSION') {
    const detail = 'Revisa la cita y, si la receta sigue siendo esta, vuelve a subirla.';
    return ['Esta cita cambió mientras subías la receta', { detail, onRetry }];
  }
  const canSucceedLater = error instanceof ApiFailure && error.status >= 500;
  return [
    'La receta no se subió',
    { detail: describeFailure(error), ...(canSucceedLater && { onRetry }) },
  ];
}
