import * as z from 'zod';
import { MAX_PASSWORD_LENGTH } from './calls.ts';

/** A binary field. A credential's id has up to 1 023 bytes, which are 1 364 characters. */
export const binary = z.base64url().min(1).max(1400);

/** A browser's `PublicKeyCredential` of a sign-in, as JSON. */
export const assertion = z.strictObject({
  id: binary,
  rawId: binary,
  type: z.literal('public-key'),
  response: z.strictObject({
    clientDataJSON: binary,
    authenticatorData: binary,
    signature: binary,
    userHandle: binary.optional(),
  }),
});
export type Assertion = z.infer<typeof assertion>;

export const password = z.string().min(1).max(MAX_PASSWORD_LENGTH);
/** Code of an authenticator app, or a recovery code. */
export const code = z.string().trim().min(1).max(40);

/** Purpose of a passkey's challenge: the call to confirm, and the text or record that the call changes. */
export const passkeyPurpose = z.strictObject({
  path: z.string().regex(/^\/[\w/-]{1,80}$/),
  subject: z.string().max(100).optional(),
});

/**
 * Proof, within a session, that the request comes from the owner of the account: the password, or a recent sign-in
 * at the provider, each with a code if the account has a second step; or a passkey.
 */
export const confirmation = z.union([
  z.strictObject({ password, code: code.optional() }),
  z.strictObject({ provider: z.literal(true), code: code.optional() }),
  z.strictObject({ passkey: assertion }),
]);
export type Confirmation = z.infer<typeof confirmation>;
