import type { Capability } from '@simiente/contract/common/access/roles';
import { may, type StaffActor } from '../../act.ts';

/** Accounts that must have a second step. */
export type TwoFactorRule = 'all' | 'clinical' | 'none';

/** Capabilities that show clinical data; emergency access is for roles without the others. */
const CLINICAL: readonly Capability[] = [
  'exams.open',
  'results.read',
  'reports.read',
  'emergency.open',
];

export function needsTwoFactor(
  rule: TwoFactorRule,
  actor: Pick<StaffActor, 'capabilities'>,
): boolean {
  if (rule === 'clinical') return CLINICAL.some((capability) => may(actor, capability));
  return rule === 'all';
}
