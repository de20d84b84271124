import { postJson } from '../../lib/api/send.ts';
import { signWithPasskey } from '../../lib/webauthn.ts';

/**
 * Opens a session with a passkey. In a module of its own, loaded on demand.
 * @param email of the account that has to sign in; any without it
 * @returns the server's answer
 * @throws ApiFailure with the code of the refusal
 */
export async function openWithPasskey(email?: string): Promise<unknown> {
  const asked = await postJson('/api/auth/passkey/sign-in-options', {});
  const signed = await signWithPasskey(await asked.json());
  const sent = { response: signed, ...(email !== undefined && { email }) };
  return (await postJson('/api/auth/passkey/sign-in', sent)).json();
}
