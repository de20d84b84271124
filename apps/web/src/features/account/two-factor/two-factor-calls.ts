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
export function startTwoFactor(confirmation: Confirmation): Promise<TwoFactorStart> {
  return postJson(`${PATH}/enable`, confirmation, twoFactorStart.parse);
}

/**
 * @returns how many other sessions ended
 * @throws ApiFailure WRONG_CODE
 */
export async function confirmTwoFactor(code: string): Promise<number> {
  return (await postJson(`${PATH}/confirm`, { code }, twoFactorChange.parse)).ended;
}

/**
 * @returns how many other sessions ended
 * @throws ApiFailure WRONG_PASSWORD, WRONG_CODE
 */
export async function disableTwoFactor(confirmation: Confirmation): Promise<number> {
  return (await postJson(`${PATH}/disable`, confirmation, twoFactorChange.parse)).ended;
}

/** @throws ApiFailure WRONG_PASSWORD, WRONG_CODE */
export function renewRecoveryCodes(confirmation: Confirmation): Promise<RenewedCodes> {
  return postJson(`${PATH}/generate-backup-codes`, confirmation, renewedCodes.parse);
}

/** The secret inside the QR code's otpauth URI, in groups of four. */
export function formatSecret(uri: string): string {
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  return secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
}
