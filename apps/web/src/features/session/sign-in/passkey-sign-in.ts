import { postJson } from '../../../lib/api/send.ts';
import { readSignOptions, signWithPasskey } from '../../../lib/webauthn.ts';
import { readSignedIn, showSignInSummary, startSession } from '../session.ts';

/**
 * Signs in with a passkey, which counts as both steps. In a separate module, loaded on demand.
 * @param email of the account that has to sign in; absent to accept any account
 * @throws ApiFailure with the code of the rejection
 */
export async function signInWithPasskey(email?: string): Promise<void> {
  const signed = await signWithPasskey(
    await postJson('/api/auth/passkey/sign-in-options', {}, readSignOptions),
  );
  const sent = { response: signed, ...(email !== undefined && { email }) };
  const answer = await postJson('/api/auth/passkey/sign-in', sent, readSignedIn);
  await startSession();
  showSignInSummary(answer);
}
