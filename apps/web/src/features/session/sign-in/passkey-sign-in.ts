import { postJson } from '../../../lib/api/send.ts';
import { signWithPasskey } from '../../../lib/webauthn.ts';
import { startSession, tellNews } from '../session.ts';

/**
 * Signs in with a passkey, which is both steps. In a module of its own, loaded on demand.
 * @param email of the account that has to sign in; any without it
 * @throws ApiFailure with the code of the refusal
 */
export async function signInWithPasskey(email?: string): Promise<void> {
  const asked = await postJson('/api/auth/passkey/sign-in-options', {});
  const signed = await signWithPasskey(await asked.json());
  const sent = { response: signed, ...(email !== undefined && { email }) };
  const response = await postJson('/api/auth/passkey/sign-in', sent);
  const answer: unknown = await response.json();
  await startSession();
  tellNews(answer);
}
