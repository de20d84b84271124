import {
  LARGEST_PRESCRIPTION,
  prescriptionData,
  type RecipeAppointment,
  recipeAppointment,
} from '@simiente/contract/appointments/calls';
import { cache, queries } from '../../../lib/api/client.ts';
import { ApiFailure, staleDetails } from '../../../lib/api/failure.ts';
import { useFileUpload } from '../../../lib/api/use-file-upload.ts';
import { formatFileSize } from '../../../lib/format/numbers.ts';
import { UploadProgress } from '../../../ui/page/UploadProgress.tsx';
import { type FailureOptions, notifySuccess, useFailureToast } from '../../../ui/toasts/notify.tsx';
import { EarlierFiles, FileLine } from '../../files/public.ts';
import { putPrescriptionAppointment } from '../appointment-cache.ts';
import classes from './PrescriptionCard.module.css';

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
  const failure = useFailureToast();
  const { begin, ...uploading } = useFileUpload({
    path: '/v1/recipe/upload-prescription',
    fields: { idAppointment: id },
    read: (data) => prescriptionData.parse(data).appointment,
    parseCurrent,
    show: (appointment) => putPrescriptionAppointment(idUser, appointment),
    onDone: notifyUploaded,
    onFailure: (error, onRetry) => failure.tell(...toFailure(error, onRetry)),
    onCancel: () =>
      void cache.invalidateQueries(
        queries.patients.getMedicalHistory.queryOptions({ input: { idUser } }),
      ),
  });
  return {
    ...uploading,
    start(file: File) {
      failure.clear();
      const refusal = checkFile(file);
      if (refusal) failure.tell(...refusal);
      else begin(file, version);
    },
  };
}

function notifyUploaded({ prescriptions }: RecipeAppointment): void {
  if (prescriptions.length === 1) notifySuccess('Receta subida');
  else notifySuccess('Receta reemplazada', { detail: 'La anterior queda en el historial.' });
}

type Failure = [title: string, options?: FailureOptions];

/** Rejections that the browser can detect before the upload. */
function checkFile({ name, size, type }: File): Failure | undefined {
  if (type !== 'application/pdf' && !/\.pdf$/i.test(name)) return [ONLY_PDF];
  if (size > LARGEST_PRESCRIPTION) {
    const detail = `Pesa ${formatFileSize(size)}; el máximo es ${formatFileSize(LARGEST_PRESCRIPTION)}.`;
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
  const isWorthRepeating =
    code !== undefined &&
    ['UNAVAILABLE', 'SCANNER_UNAVAILABLE', 'STORAGE_FULL', 'INTERNAL'].includes(code);
  return ['La receta no se subió', { detail: error.message, ...(isWorthRepeating && { onRetry }) }];
}

/** The current appointment, if the upload was rejected because another user changed it. */
function parseCurrent(error: Error): RecipeAppointment | undefined {
  return recipeAppointment.safeParse(staleDetails(error)).data;
}
