import { twoFactorChange } from '@simiente/contract/account/calls';
import { postJson } from '../../../lib/api/send.ts';
import { createPasskey, signWithPasskey } from '../../../lib/webauthn.ts';

const PATH = '/api/auth/passkey';

/** What confirms that the owner of the account is there. */
export type Confirmation =
  | { readonly password: string; readonly code?: string }
  | { readonly passkey: Awaited<ReturnType<typeof signWithPasskey>> };

type CreationOptions = Parameters<typeof createPasskey>[0];

/** @throws ApiFailure PASSKEY_REFUSED */
export async function confirmWithPasskey(): Promise<Confirmation> {
  const response = await postJson(`${PATH}/confirm-options`, {});
  return { passkey: await signWithPasskey(await response.json()) };
}

/** @throws ApiFailure WRONG_PASSWORD, WRONG_CODE, PASSKEY_REFUSED, TOO_MANY_PASSKEYS */
export async function beginPasskey(confirmation: Confirmation): Promise<CreationOptions> {
  return (await postJson(`${PATH}/add-options`, confirmation)).json();
}

/**
 * Makes a passkey in the browser, and adds it to the account.
 * @throws ApiFailure PASSKEY_EXPIRED, PASSKEY_REFUSED
 */
export async function addPasskey(name: string, options: CreationOptions): Promise<void> {
  await postJson(`${PATH}/add`, { name, response: await createPasskey(options) });
}

/**
 * @returns how many other sessions ended
 * @throws ApiFailure WRONG_PASSWORD, WRONG_CODE, PASSKEY_REFUSED, TWO_FACTOR_REQUIRED
 */
export async function removePasskey(
  idPasskey: string,
  confirmation: Confirmation,
): Promise<number> {
  const response = await postJson(`${PATH}/remove`, { idPasskey, confirmation });
  return twoFactorChange.parse(await response.json()).ended;
}
