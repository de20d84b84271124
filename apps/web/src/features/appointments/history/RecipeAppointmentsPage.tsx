import { useDisclosure } from '@mantine/hooks';
import type { RecipeAppointment } from '@simiente/contract/appointments';
import { isInstant } from '@simiente/contract/common/dates';
import { formatAppointment } from '@simiente/contract/format/dates';
import { IconUpload, IconVideo } from '@tabler/icons-react';
import { FilePicker } from '../../../ui/buttons/FilePicker.tsx';
import { LinkButton } from '../../../ui/buttons/LinkButton.tsx';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import { nearestFirst } from '../../patients/public.ts';
import { useClinicTimeZone } from '../../session/public.ts';
import { DateStrip } from '../DateStrip.tsx';
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
      none="Sin citas de receta."
      cards={({ appointments: { recipeAppointments } }) =>
        nearestFirst(recipeAppointments, ({ calendly_data }) => calendly_data.start_time).map(
          (appointment) => (
            <RecipeCard
              key={appointment.id}
              idUser={idUser}
              appointment={appointment}
              clinicTimeZone={clinicTimeZone}
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
}

/** A prescription validation appointment. */
export function RecipeCard({ idUser, appointment, clinicTimeZone }: RecipeCardProps) {
  const { status, type, createDate, calendly_data, prescriptionExplanation } = appointment;
  const [opened, details] = useDisclosure(false);
  const uploading = useUploadPrescription(idUser, appointment);
  return (
    <>
      <AppointmentCard
        title="Validación de Receta"
        status={status}
        actions={
          <>
            <MeetingButton url={calendly_data.meeting_url} />
            <div className={classes.pair}>
              <LockButton kind="default" fullWidth aria-haspopup="dialog" onClick={details.open}>
                Ver Detalles
              </LockButton>
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
            </div>
          </>
        }
      >
        <dl className={classes.facts}>
          <dt>Tipo</dt>
          <dd>{type?.trim() || '—'}</dd>
          <dt>Creada</dt>
          <dd>{createdInUtc(createDate)}</dd>
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

function createdInUtc(instant: string | null): string {
  const text = formatAppointment(instant);
  return isInstant(instant) ? `${text} UTC` : text;
}

const MEETING_LABEL = 'Entrar a la Reunión';

function MeetingButton({ url }: { url: string | null }) {
  const link = meetingLink(url);
  const icon = <IconVideo size={17} stroke={1.7} aria-hidden />;
  if ('reason' in link) {
    return (
      <LockButton kind="default" fullWidth icon={icon} disabled disabledReason={link.reason}>
        {MEETING_LABEL}
      </LockButton>
    );
  }
  return (
    <LinkButton
      kind="default"
      fullWidth
      icon={icon}
      href={link.href}
      newTab
      aria-label={`${MEETING_LABEL} (se abre en otra pestaña)`}
    >
      {MEETING_LABEL}
    </LinkButton>
  );
}

/** A meeting's address, or why its button is disabled. */
export type MeetingLink = { readonly href: string } | { readonly reason: string };

/** Only http(s) addresses are linked: others, such as javascript:, could run code in our page. */
export function meetingLink(url: string | null): MeetingLink {
  const text = url?.trim() ?? '';
  if (text === '') return { reason: 'Esta cita no tiene enlace de reunión.' };
  const parsed = URL.parse(text);
  return parsed?.protocol === 'https:' || parsed?.protocol === 'http:'
    ? { href: parsed.href }
    : { reason: 'El enlace de la reunión no es una dirección web.' };
}
