import { twoFactorChange } from '@simiente/contract/account/calls';
import { postJson } from '../../../lib/api/send.ts';
import { askProvider } from '../../session/public.ts';
import type { Confirmation } from '../confirmation/confirmation-calls.ts';

/** @throws ApiFailure PROVIDER_TAKEN, PROVIDER_REFUSED, PROVIDER_UNAVAILABLE, those of the confirmation */
export function bindProvider(confirmation: Confirmation): Promise<void> {
  return askProvider('bind', { confirmation });
}

/**
 * @returns how many other sessions ended
 * @throws ApiFailure ONLY_WAY_IN, those of the confirmation
 */
export async function removeProvider(confirmation: Confirmation): Promise<number> {
  const sent = { confirmation };
  return (await postJson('/api/auth/provider/remove', sent, twoFactorChange.parse)).ended;
}
