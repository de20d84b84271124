import * as z from 'zod';
import { call, ownCall, provenCall } from '../common/call.ts';
import { recordId } from '../common/ids.ts';
import { calendarDay, isoInstant, isoInstantOrNull } from '../common/instants.ts';
import { lineText } from '../common/text.ts';

const filledText = (max: number, missing: string) => lineText(max).min(1, missing);

/** Fields of a professional identity, with the validation rules of forms and calls. */
export const identityFields = {
  fullName: filledText(200, 'Escribe el nombre completo.'),
  cedula: z
    .string()
    // Accepts the printed form, '8 765 432'.
    .overwrite((text) => text.replaceAll(/\s/g, ''))
    .regex(/^\d{5,8}$/, 'La cédula profesional tiene de 5 a 8 dígitos.'),
  institution: filledText(200, 'Escribe la institución que expidió el título.'),
  specialty: filledText(120, 'Escribe la especialidad.').nullable(),
  specialtyCertificate: filledText(120, 'Escribe la cédula o el certificado.').nullable(),
  /** A day of the clinic's calendar, not after today. */
  validFrom: calendarDay,
};

/** Why `validFrom` is rejected; undefined for a valid day. */
export function findValidFromProblem(day: string, today: string): string | undefined {
  return day > today ? 'La fecha no puede ser posterior a hoy.' : undefined;
}

/** An identity is `pending` until its owner confirms the first version. */
export const identityStates = ['pending', 'active', 'suspended'] as const;
export type IdentityState = (typeof identityStates)[number];

/** Sign-in changes made by another account, which suspend an identity. */
export const suspensionReasons = ['password', 'second-step', 'passkey', 'provider'] as const;
export type SuspensionReason = (typeof suspensionReasons)[number];

/** Data that a person's signature shows. */
const identityVersion = z.strictObject({
  idVersion: recordId,
  fullName: z.string(),
  cedula: z.string(),
  institution: z.string(),
  specialty: z.string().nullable(),
  specialtyCertificate: z.string().nullable(),
  validFrom: calendarDay,
  enteredAt: isoInstant,
  /** The name of the account; null means the command line. */
  enteredBy: z.string().nullable(),
  /** Time of its owner's confirmation. */
  confirmedAt: isoInstantOrNull,
});
export type IdentityVersion = z.infer<typeof identityVersion>;

export const professionalIdentity = z.strictObject({
  idAccount: recordId,
  state: z.literal(identityStates),
  latest: identityVersion,
  /** The last confirmed version while `latest` is unconfirmed; null if `latest` or no version is confirmed. */
  inForce: identityVersion.nullable(),
  /** Null if it is not suspended. */
  suspension: z
    .strictObject({
      at: isoInstant,
      reason: z.literal(suspensionReasons),
      /** Time of the owner's confirmation after the suspension. */
      personConfirmedAt: isoInstantOrNull,
      /** Time of the confirmation by a second administrator. */
      secondConfirmedAt: isoInstantOrNull,
      /** Whether the signed-in account may give that confirmation. */
      mayConfirm: z.boolean(),
    })
    .nullable(),
  version: z.int().min(1),
});
export type ProfessionalIdentity = z.infer<typeof professionalIdentity>;

const accountInput = z.strictObject({ idAccount: recordId });
/** The version that the confirming account saw. */
const shownVersion = z.strictObject({ idVersion: recordId });
const identityOrNull = z.strictObject({ identity: professionalIdentity.nullable() });
const changedIdentity = z.strictObject({ identity: professionalIdentity });

export const professionalIdentityContract = {
  getOne: call('accounts.manage')
    .get('/v1/accounts/get-identity', 'La identidad profesional de una cuenta; null si no tiene')
    .input(accountInput)
    .output(identityOrNull),
  enter: provenCall('accounts.manage')
    .put(
      '/v1/accounts/enter-identity',
      'Registra otra versión de la identidad profesional de una persona, que la confirma',
    )
    .input(
      accountInput.extend({
        ...identityFields,
        specialty: identityFields.specialty.optional(),
        specialtyCertificate: identityFields.specialtyCertificate.optional(),
        /** The version on which the edit was based; 0 for a new identity. */
        version: z.int().min(0).optional(),
      }),
    )
    .output(changedIdentity),
  confirmReturn: provenCall('accounts.manage')
    .post(
      '/v1/accounts/confirm-identity',
      'Confirma, desde una segunda cuenta, la reactivación de una identidad profesional suspendida',
    )
    .input(shownVersion.extend(accountInput.shape))
    .output(changedIdentity),
  readOwn: ownCall
    .get('/v1/account/get-identity', 'La identidad profesional propia; null si no hay')
    .input({})
    .output(identityOrNull),
  confirmOwn: ownCall
    .post('/v1/account/confirm-identity', 'Confirma la identidad profesional propia')
    .input(shownVersion)
    .output(changedIdentity),
};
