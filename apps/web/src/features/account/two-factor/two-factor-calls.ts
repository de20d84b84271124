import {
  type RenewedCodes,
  renewedCodes,
  type TwoFactorStart,
  twoFactorChange,
  twoFactorStart,
} from '@simiente/contract/account/calls';
import { postJson } from '../../../lib/api/send.ts';
import type { Confirmation } from '../confirmation/confirmation-calls.ts';

const PATH = '/api/auth/two-factor';

/** @throws ApiFailure WRONG_PASSWORD */
export async function startTwoFactor(confirmation: Confirmation): Promise<TwoFactorStart> {
  return twoFactorStart.parse(await (await postJson(`${PATH}/enable`, confirmation)).json());
}

/**
 * @returns how many other sessions ended
 * @throws ApiFailure WRONG_CODE
 */
export async function confirmTwoFactor(code: string): Promise<number> {
  const response = await postJson(`${PATH}/confirm`, { code });
  return twoFactorChange.parse(await response.json()).ended;
}

/**
 * @returns how many other sessions ended
 * @throws ApiFailure WRONG_PASSWORD, WRONG_CODE
 */
export async function disableTwoFactor(confirmation: Confirmation): Promise<number> {
  const response = await postJson(`${PATH}/disable`, confirmation);
  return twoFactorChange.parse(await response.json()).ended;
}

/** @throws ApiFailure WRONG_PASSWORD, WRONG_CODE */
export async function renewRecoveryCodes(confirmation: Confirmation): Promise<RenewedCodes> {
  const response = await postJson(`${PATH}/generate-backup-codes`, confirmation);
  return renewedCodes.parse(await response.json());
}

/** The secret inside the QR code's otpauth URI, in groups of four. */
export function secretOf(uri: string): string {
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  return secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
}
