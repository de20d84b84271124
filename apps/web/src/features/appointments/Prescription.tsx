import type { RecipeAppointment } from '@simiente/contract/appointments';
import { UploadProgress } from '../../ui/page/UploadProgress.tsx';
import { EarlierFiles, FileLine } from '../files/public.ts';
import classes from './RecipeCard.module.css';
import type { useUploadPrescription } from './use-upload-prescription.ts';

interface PrescriptionProps {
  appointment: RecipeAppointment;
  uploading: ReturnType<typeof useUploadPrescription>;
}

/** The prescription of an appointment: none, on its way, or its file and what it was before. */
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
            <p className={classes.none}>Sin receta subida.</p>
          )}
          <EarlierFiles files={earlier} />
        </>
      )}
    </div>
  );
}
