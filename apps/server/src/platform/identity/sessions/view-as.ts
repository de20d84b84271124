import type { IncomingHttpHeaders } from 'node:http';
import { getCapabilities, isRole, type Role } from '@simiente/contract/common/access/roles';
import { VIEW_AS_HEADER } from '@simiente/contract/common/access/view-as';
import { may, type StaffActor } from '../../act.ts';
import { Problem } from '../../problem.ts';

/**
 * The role that an administrator of accounts asked to see the product as; null without such a request, and
 * for every other account.
 * @throws Problem BAD_REQUEST for a header that names no role
 */
export function viewedRole(actor: StaffActor, headers: IncomingHttpHeaders): Role | null {
  const asked = headers[VIEW_AS_HEADER];
  if (asked === undefined || !may(actor, 'accounts.manage')) return null;
  if (typeof asked !== 'string' || !isRole(asked)) throw new Problem('BAD_REQUEST');
  return asked;
}

/** An account without the capabilities that a role lacks. */
export function seenAs(actor: StaffActor, role: Role | null): StaffActor {
  if (role === null) return actor;
  const ofRole = getCapabilities([role]);
  return {
    ...actor,
    capabilities: new Set([...actor.capabilities].filter((one) => ofRole.has(one))),
  };
}
