import { postJson } from '../../../lib/api/send.ts';
import { readSignOptions, signWithPasskey } from '../../../lib/webauthn.ts';

/** What confirms that the owner of the account is there. */
export type Confirmation =
  | { readonly password: string; readonly code?: string }
  /** The owner answered there within this session. */
  | { readonly provider: true; readonly code?: string }
  | { readonly passkey: Awaited<ReturnType<typeof signWithPasskey>> };

/** The call that the owner confirms, and the text or record of that call, to which a passkey's answer is bound. */
export interface Purpose {
  readonly path: string;
  readonly subject?: string;
}

/** @throws ApiFailure PASSKEY_REFUSED */
export async function confirmWithPasskey(purpose: Purpose): Promise<Confirmation> {
  const options = await postJson('/api/auth/passkey/confirm-options', purpose, readSignOptions);
  return { passkey: await signWithPasskey(options) };
}
