import { renewedCodes, type TwoFactorStart, twoFactorStart } from '@simiente/contract/account';
import { postJson } from '../../lib/api/send.ts';

const PATH = '/api/auth/two-factor';

/** @throws ApiFailure WRONG_PASSWORD */
export async function startTwoFactor(password: string): Promise<TwoFactorStart> {
  return twoFactorStart.parse(await (await postJson(`${PATH}/enable`, { password })).json());
}

/** @throws ApiFailure WRONG_CODE */
export async function confirmTwoFactor(code: string): Promise<void> {
  await postJson(`${PATH}/confirm`, { code });
}

/** @throws ApiFailure WRONG_PASSWORD */
export async function disableTwoFactor(password: string): Promise<void> {
  await postJson(`${PATH}/disable`, { password });
}

/** @throws ApiFailure WRONG_PASSWORD */
export async function renewRecoveryCodes(password: string): Promise<string[]> {
  const response = await postJson(`${PATH}/generate-backup-codes`, { password });
  return renewedCodes.parse(await response.json()).recoveryCodes;
}

/** The secret of an address that a telephone reads from the QR code, in groups of four. */
export function secretOf(uri: string): string {
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  return secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
}
