import {
  prospectGroupNames as names,
  type ProspectGroup,
  prospectGroup,
  prospectGroups,
  prospectStatuses,
  prospectStatusName,
} from '@simiente/contract/prospects/filters';
import type { Tone } from '../../theme/tokens.ts';

interface StatusLook {
  readonly tone: Tone;
  readonly label: string;
}

const looks: Readonly<Record<ProspectGroup, StatusLook>> = {
  pending: { tone: 'orange', label: names.pending },
  contacted: { tone: 'blue', label: names.contacted },
  converted: { tone: 'green', label: names.converted },
  rejected: { tone: 'red', label: names.rejected },
  none: { tone: 'neutral', label: names.none },
};

/** Label and tone of a prospect's status; any unknown value is 'Sin estado', with the value itself. */
export function prospectLook(status: string | null): StatusLook {
  return { ...looks[prospectGroup(status)], label: prospectStatusName(status) };
}

/** Every group with its label and tone, in the order of the counters and of the board. */
export const groupLooks = prospectGroups.map((group) => ({ group, ...looks[group] }));

/** Statuses that staff can choose, without 'Sin estado'. */
export const statusOptions = prospectStatuses.map((value) => ({ value, ...looks[value] }));

/** Initial status of a form; the form's default if the prospect has none. */
export function statusChoice(status: string | null): string {
  return status?.trim() ? status : 'pending';
}

/** Statuses that staff can choose, and the prospect's own one if it is unknown. */
export function statusOptionsWith(status: string | null) {
  const ownChoice = statusChoice(status);
  if (prospectGroup(ownChoice) !== 'none') return statusOptions;
  return [{ value: ownChoice, ...prospectLook(ownChoice) }, ...statusOptions];
}
