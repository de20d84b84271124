import * as z from 'zod';
import { storableText } from '../common/text.ts';
import { patientFields } from '../patients/fields.ts';
import { prospectStatuses } from './filters.ts';

export const MAX_NOTES_LENGTH = 5000;
export const MAX_REASON_LENGTH = 2000;

/** Why a prospect wrote. */
export const reason = z
  .string()
  .transform((text) => text.replaceAll(/\r\n?/g, '\n').trim())
  .pipe(
    z
      .string()
      .max(MAX_REASON_LENGTH, {
        error: `El motivo tiene como máximo ${MAX_REASON_LENGTH} caracteres.`,
        abort: true,
      })
      .refine((text) => text.isWellFormed() && !/[^\P{Cc}\n\t]/u.test(text), {
        error: 'El motivo contiene caracteres no permitidos.',
      }),
  );

/** The editable fields of a prospect, with the validation rules of forms and calls. */
export const prospectFields = {
  status: z.literal(prospectStatuses),
  notes: storableText(MAX_NOTES_LENGTH).trim(),
};

/** The fields of a prospect whom staff create. */
export const newProspectFields = {
  name: patientFields.name,
  mail: patientFields.email,
  phone: patientFields.phone,
  motivo: reason.nullable(),
  notas: prospectFields.notes,
};

export const NO_CONTACT = 'Escribe un correo o un teléfono.';
