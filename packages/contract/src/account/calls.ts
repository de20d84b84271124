import * as z from 'zod';
import { ownCall, ownProvenCall } from '../common/call.ts';
import { editedVersion } from '../common/ids.ts';
import { isoInstant } from '../common/instants.ts';
import { lineText } from '../common/text.ts';

/** Minimum characters of a newly chosen password; older ones may be shorter. */
export const MIN_NEW_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 128;

export const newPassword = z
  .string()
  .min(MIN_NEW_PASSWORD_LENGTH, `Debe tener al menos ${MIN_NEW_PASSWORD_LENGTH} caracteres.`)
  .max(MAX_PASSWORD_LENGTH, `Debe tener como máximo ${MAX_PASSWORD_LENGTH} caracteres.`);

/** The account of the signed-in user. */
export const account = z.strictObject({
  name: z.string(),
  email: z.string(),
  version: z.int().min(1),
  /** Null if no second step is enabled. */
  twoFactor: z.strictObject({ since: isoInstant, recoveryCodesLeft: z.int().min(0) }).nullable(),
  /** Passkeys, the oldest first. */
  passkeys: z.array(
    z.strictObject({
      idPasskey: z.string(),
      name: z.string(),
      createdAt: isoInstant,
      lastUsedAt: isoInstant.nullable(),
    }),
  ),
  /** An account without a password signs in with a passkey or at the provider. */
  hasPassword: z.boolean(),
  /** The linked account at the OpenID Connect provider; null without a link. */
  provider: z
    .strictObject({
      label: z.string().nullable(),
      createdAt: isoInstant,
      lastUsedAt: isoInstant.nullable(),
    })
    .nullable(),
  /** Whether this installation requires a second step. */
  twoFactorRequired: z.boolean(),
  /** Version and commit of the server, such as '0.1.0 (1392da9b43)', for support. */
  release: z.string(),
});
export type Account = z.infer<typeof account>;
export type AccountPasskey = Account['passkeys'][number];

export const MAX_PASSKEY_NAME_LENGTH = 60;
/** Maximum passkeys of an account. */
export const MAX_PASSKEYS = 10;

/** A browser or another client in which the account is signed in. */
export const accountSession = z.strictObject({
  idSession: z.string(),
  /** Whether it is the session of this request. */
  current: z.boolean(),
  address: z.string().nullable(),
  /** The client's User-Agent. */
  userAgent: z.string().nullable(),
  createdAt: isoInstant,
  /** Accurate to about a minute. */
  lastUsedAt: isoInstant,
});
export type AccountSession = z.infer<typeof accountSession>;

/** URI for an authenticator app, and the recovery codes; nothing is enabled yet. */
export const twoFactorStart = z.object({ uri: z.string(), recoveryCodes: z.array(z.string()) });
export type TwoFactorStart = z.infer<typeof twoFactorStart>;

/** The second step was enabled, changed or disabled, and this many other sessions ended. */
export const twoFactorChange = z.object({ ended: z.int().min(0) });

/** New recovery codes, which replace the earlier ones. */
export const renewedCodes = twoFactorChange.extend({ recoveryCodes: z.array(z.string()) });

const sessionId = z.string().regex(/^[\w-]{1,64}$/, 'La sesión no es válida.');
const ended = z.strictObject({ ended: z.int().min(0) });

export const accountContract = {
  read: ownCall.get('/v1/account/get-one', 'La cuenta propia').input({}).output(account),
  update: ownCall
    .put('/v1/account/update', 'Cambia el nombre propio')
    .input({
      name: lineText(200).min(1, 'Escribe tu nombre.'),
      version: editedVersion,
    })
    .output({ account }),
  changePassword: ownCall
    .post('/v1/account/change-password', 'Cambia la contraseña propia y cierra las demás sesiones')
    .input({
      currentPassword: z
        .string()
        .min(1, 'Escribe tu contraseña actual.')
        .max(MAX_PASSWORD_LENGTH, 'La contraseña es incorrecta.'),
      newPassword,
    })
    .output(ended),
  sessions: ownCall
    .get('/v1/account/sessions', 'Las sesiones de la cuenta propia, la última usada primero')
    .input({})
    .output({ sessions: z.array(accountSession) }),
  revokeSession: ownProvenCall
    .post('/v1/account/revoke-session', 'Cierra una sesión propia')
    .input({ idSession: sessionId })
    .output(ended),
  revokeOtherSessions: ownProvenCall
    .post('/v1/account/revoke-other-sessions', 'Cierra todas las sesiones propias menos esta')
    .input({})
    .output(ended),
};
