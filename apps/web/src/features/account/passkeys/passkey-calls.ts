import { twoFactorChange } from '@simiente/contract/account/calls';
import { postJson } from '../../../lib/api/send.ts';
import { createPasskey } from '../../../lib/webauthn.ts';
import type { Confirmation } from '../confirmation/confirmation-calls.ts';

const PATH = '/api/auth/passkey';

type CreationOptions = Parameters<typeof createPasskey>[0];

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
