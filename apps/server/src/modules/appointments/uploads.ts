import {
  appointmentsContract,
  LARGEST_PRESCRIPTION,
  prescriptionFields,
} from '@simiente/contract/appointments';
import { type UploadRoute, uploadRoute } from '../../platform/http/uploads.ts';
import type { FileStore } from '../../platform/storage/storage.ts';
import type { AcceptedKinds } from '../../platform/uploads/check-file.ts';
import { recordLook } from '../audit/public.ts';
import { attachUpload } from '../files/public.ts';
import { lockRecipe, readRecipe } from './read-recipes.ts';
import { uploadPrescription } from './upload-prescription.ts';

const accepted: AcceptedKinds = { kinds: ['pdf'], otherwise: () => 'NOT_A_PDF' };

/** The call that gives an appointment its prescription. */
export function prescriptionUpload(store: FileStore): UploadRoute {
  return uploadRoute({
    call: appointmentsContract.uploadPrescription,
    fields: prescriptionFields,
    largest: LARGEST_PRESCRIPTION,
    handle: (context, input, received) =>
      attachUpload(
        context,
        store,
        { call: 'recipes.uploadPrescription', input, received, accepted },
        {
          attach: (transaction, addFile) =>
            uploadPrescription(transaction, context, input, addFile),
          read: async (transaction, id) => {
            const { patientId } = await lockRecipe(transaction, id, undefined);
            await recordLook(transaction, context, {
              action: 'appointment.read',
              subject: { kind: 'recipe_appointment', id },
              patientId,
            });
            return { appointment: await readRecipe(transaction, id) };
          },
        },
      ),
  });
}
