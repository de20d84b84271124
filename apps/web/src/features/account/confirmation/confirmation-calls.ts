import { postJson } from '../../../lib/api/send.ts';
import { signWithPasskey } from '../../../lib/webauthn.ts';

/** What confirms that the owner of the account is there. */
export type Confirmation =
  | { readonly password: string; readonly code?: string }
  /** The owner answered there within this session. */
  | { readonly provider: true; readonly code?: string }
  | { readonly passkey: Awaited<ReturnType<typeof signWithPasskey>> };

/** @throws ApiFailure PASSKEY_REFUSED */
export async function confirmWithPasskey(): Promise<Confirmation> {
  const response = await postJson('/api/auth/passkey/confirm-options', {});
  return { passkey: await signWithPasskey(await response.json()) };
}
