import * as z from 'zod';
import { openCall, success } from './common/call.ts';
import { patientFields } from './patient-fields.ts';

/** Bytes of the whole request: twice what the longest of its fields take together. */
export const LARGEST_INTAKE = 16 * 1024;

const LONGEST_REASON = 2000;

/**
 * What nobody sees and comes along when a text is pasted: marks of direction, which could show a text
 * in another order than it has, and spaces without width. Nobody could be asked to take them out.
 */
const INVISIBLE = /[\p{Bidi_Control}\u200b\u2060\ufeff]/gu;

const visible = z.string().transform((text) => text.replace(INVISIBLE, ''));

/** A form sends the fields that were left empty too. */
const given = visible.transform((text) => (text.trim() === '' ? undefined : text));

const reason = z
  .string()
  .transform((text) => text.replaceAll(/\r\n?/g, '\n').trim())
  .pipe(
    z
      .string()
      .max(LONGEST_REASON, {
        error: `El motivo tiene como máximo ${LONGEST_REASON} caracteres.`,
        abort: true,
      })
      .refine((text) => text.isWellFormed() && !/[^\P{Cc}\n\t]/u.test(text), {
        error: 'El motivo contiene caracteres no permitidos.',
      }),
  );

/** What somebody who writes in from the landing page says of themselves. */
export const intakeInput = z
  .strictObject({
    name: visible.pipe(patientFields.name),
    mail: given.pipe(patientFields.email.unwrap().optional()).optional().meta({ format: 'email' }),
    phone: given.pipe(patientFields.phone.unwrap().optional()).optional().meta({ format: 'phone' }),
    /** Why they write. */
    motivo: given.pipe(reason.optional()).optional(),
    /** To being written to; without it nothing is taken. */
    consent: z.literal(true, 'Falta aceptar el aviso de privacidad.'),
    /** Which text they consented to. */
    consentVersion: z.string().regex(/^[\w.:-]{1,40}$/, 'La versión del aviso no es válida.'),
    /** A trap: no person sees this field, and programs fill it. */
    website: z.string().optional(),
  })
  .refine(({ mail, phone }) => Boolean(mail || phone), {
    path: ['mail'],
    error: 'Escribe un correo o un teléfono.',
  });
export type IntakeInput = z.infer<typeof intakeInput>;

/** What the public may call. It takes, and gives nothing back. */
export const intakeContract = {
  receive: openCall
    .meta({ access: 'open', largestBody: LARGEST_INTAKE })
    .route({
      method: 'POST',
      path: '/v1/prospects',
      summary: 'Recibe a un prospecto de la página de aterrizaje, sin sesión',
    })
    .input(intakeInput)
    .output(success(z.strictObject({ received: z.literal(true) }))),
};
