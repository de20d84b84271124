import {
  prospectGroupNames as names,
  type ProspectGroup,
  type ProspectStatus,
  prospectGroup,
  prospectGroups,
  prospectStatuses,
} from '@simiente/contract/prospect-filters';
import type { Tone } from '../../theme/tokens.ts';

interface StatusLook {
  readonly tone: Tone;
  readonly label: string;
}

const looks: Readonly<Record<ProspectGroup, StatusLook>> = {
  pending: { tone: 'naranja', label: names.pending },
  contacted: { tone: 'azul', label: names.contacted },
  converted: { tone: 'verde', label: names.converted },
  rejected: { tone: 'rojo', label: names.rejected },
  none: { tone: 'neutral', label: names.none },
};

/** How a prospect's status looks; anything but the four is 'Sin estado'. */
export function prospectLook(status: string | null): StatusLook {
  return looks[prospectGroup(status)];
}

/** Every group with its look, in the order of the counters and of the board. */
export const groupLooks = prospectGroups.map((group) => ({ group, ...looks[group] }));

/** What staff may choose; 'Sin estado' is not among it. */
export const statusOptions = prospectStatuses.map((value) => ({ value, ...looks[value] }));

/** What a form begins with: its own default where the prospect has no status that it knows. */
export function statusChoice(status: string | null): ProspectStatus {
  const group = prospectGroup(status);
  return group === 'none' ? 'pending' : group;
}
