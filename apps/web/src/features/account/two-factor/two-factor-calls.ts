import {
  type RenewedCodes,
  renewedCodes,
  type TwoFactorStart,
  twoFactorChange,
  twoFactorStart,
} from '@simiente/contract/account/calls';
import { postJson } from '../../../lib/api/send.ts';

const PATH = '/api/auth/two-factor';

/** @throws ApiFailure WRONG_PASSWORD */
export async function startTwoFactor(password: string): Promise<TwoFactorStart> {
  return twoFactorStart.parse(await (await postJson(`${PATH}/enable`, { password })).json());
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
export async function disableTwoFactor(password: string, code: string): Promise<number> {
  const response = await postJson(`${PATH}/disable`, { password, code });
  return twoFactorChange.parse(await response.json()).ended;
}

/** @throws ApiFailure WRONG_PASSWORD, WRONG_CODE */
export async function renewRecoveryCodes(password: string, code: string): Promise<RenewedCodes> {
  const response = await postJson(`${PATH}/generate-backup-codes`, { password, code });
  return renewedCodes.parse(await response.json());
}

/** The secret inside the QR code's otpauth URI, in groups of four. */
export function secretOf(uri: string): string {
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  return secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
}
