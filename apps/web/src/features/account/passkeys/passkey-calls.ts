import { twoFactorChange } from '@simiente/contract/account/calls';
import { makeReader } from '../../../lib/api/answer-shape.ts';
import { postJson } from '../../../lib/api/send.ts';
import { createPasskey } from '../../../lib/webauthn.ts';
import type { Confirmation } from '../confirmation/confirmation-calls.ts';

const PATH = '/api/auth/passkey';

type CreationOptions = Parameters<typeof createPasskey>[0];

/** @throws ApiFailure WRONG_PASSWORD, WRONG_CODE, PASSKEY_REFUSED, TOO_MANY_PASSKEYS */
export function beginPasskey(confirmation: Confirmation): Promise<CreationOptions> {
  return postJson(
    `${PATH}/add-options`,
    confirmation,
    makeReader<CreationOptions>({ challenge: 'string' }),
  );
}

/**
 * Makes a passkey in the browser, and adds it to the account.
 * @throws ApiFailure PASSKEY_EXPIRED, PASSKEY_REFUSED
 */
export async function addPasskey(name: string, options: CreationOptions): Promise<void> {
  const response = await createPasskey(options);
  await postJson(`${PATH}/add`, { name, response }, makeReader({ idPasskey: 'string' }));
}

/**
 * @returns how many other sessions ended
 * @throws ApiFailure WRONG_PASSWORD, WRONG_CODE, PASSKEY_REFUSED, TWO_FACTOR_REQUIRED
 */
export async function removePasskey(
  idPasskey: string,
  confirmation: Confirmation,
): Promise<number> {
  const sent = { idPasskey, confirmation };
  return (await postJson(`${PATH}/remove`, sent, twoFactorChange.parse)).ended;
}
