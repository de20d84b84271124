import {
  LARGEST_PRESCRIPTION,
  type RecipeAppointment,
  recipeAppointment,
  recipeData,
} from '@simiente/contract/appointments';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { queries } from '../../../lib/api/client.ts';
import { ApiFailure, staleDetails } from '../../../lib/api/failure.ts';
import { useFileUpload } from '../../../lib/api/use-file-upload.ts';
import { formatFileSize } from '../../../lib/format/numbers.ts';
import { UploadProgress } from '../../../ui/page/UploadProgress.tsx';
import { notifyError, notifySuccess } from '../../../ui/toasts/notify.tsx';
import { EarlierFiles, FileLine } from '../../files/public.ts';
import classes from './RecipeCard.module.css';

interface PrescriptionProps {
  appointment: RecipeAppointment;
  uploading: ReturnType<typeof useUploadPrescription>;
}

/** The prescription of an appointment: missing, uploading, or its file and earlier versions. */
export function Prescription({ appointment: { prescriptions }, uploading }: PrescriptionProps) {
  const [current, ...earlier] = prescriptions;
  return (
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
  );
}

/** Wording of the specification. */
const ONLY_PDF = 'Por favor, sube únicamente archivos PDF';

/** Uploads the prescription of one appointment of a patient. */
export function useUploadPrescription(idUser: string, { id, version }: RecipeAppointment) {
  const cache = useQueryClient();
  const { begin, ...uploading } = useFileUpload({
    path: '/v1/recipe/upload-prescription',
    fields: { idAppointment: id },
    read: (data) => recipeData.parse(data).appointment,
    currentOf,
    show: (appointment) => replaceRecipe(cache, idUser, appointment),
    onDone: notifyUploaded,
    onFailure: notifyFailure,
    onCancel: () =>
      void cache.invalidateQueries(
        queries.patients.getMedicalHistory.queryOptions({ input: { idUser } }),
      ),
  });
  return {
    ...uploading,
    start(file: File) {
      const refusal = refusalOf(file);
      if (refusal) notifyError(...refusal);
      else begin(file, version);
    },
  };
}

function notifyUploaded({ prescriptions }: RecipeAppointment): void {
  if (prescriptions.length === 1) notifySuccess('Receta subida');
  else notifySuccess('Receta reemplazada', { detail: 'La anterior queda en el historial.' });
}

/** Refusals that the browser can tell before the upload. */
function refusalOf({ name, size, type }: File): Parameters<typeof notifyError> | undefined {
  if (type !== 'application/pdf' && !/\.pdf$/i.test(name)) return [ONLY_PDF];
  if (size > LARGEST_PRESCRIPTION) {
    const detail = `Pesa ${formatFileSize(size)}; el máximo es ${formatFileSize(LARGEST_PRESCRIPTION)}.`;
    return ['La receta no se subió', { detail }];
  }
  return undefined;
}

function notifyFailure(error: Error, onRetry: () => void): void {
  const code = error instanceof ApiFailure ? error.code : undefined;
  if (code === 'NOT_A_PDF') notifyError(ONLY_PDF);
  else if (code === 'STALE_VERSION') {
    notifyError('Esta cita cambió mientras subías la receta', {
      detail: 'Revísala y, si sigue siendo esta la receta, inténtalo de nuevo.',
      onRetry,
    });
  } else if (code === 'UNAVAILABLE' || code === 'STORAGE_FULL' || code === 'INTERNAL') {
    notifyError('La receta no se subió', { detail: error.message, onRetry });
  } else notifyError('La receta no se subió', { detail: error.message });
}

/** The current appointment, if the upload was refused because another user changed it. */
function currentOf(error: Error): RecipeAppointment | undefined {
  return recipeAppointment.safeParse(staleDetails(error)).data;
}

/** Replaces the appointment in the cached history. */
async function replaceRecipe(
  cache: QueryClient,
  idUser: string,
  next: RecipeAppointment,
): Promise<void> {
  const { queryKey } = queries.patients.getMedicalHistory.queryOptions({ input: { idUser } });
  // A pending answer predates the change.
  await cache.cancelQueries({ queryKey });
  cache.setQueryData(queryKey, (history) => {
    if (history === undefined) return undefined;
    const { appointments } = history.data;
    const recipeAppointments = appointments.recipeAppointments.map((appointment) =>
      appointment.id === next.id ? next : appointment,
    );
    return {
      ...history,
      data: { ...history.data, appointments: { ...appointments, recipeAppointments } },
    };
  });
}
