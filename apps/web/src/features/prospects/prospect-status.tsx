import {
  type ProspectGroup,
  prospectGroup,
  prospectGroupNames,
  prospectGroups,
  prospectStatuses,
  prospectStatusName,
} from '@simiente/contract/prospects/filters';
import type { Tone } from '../../theme/tokens.ts';
import { DateText } from '../../ui/page/DateText.tsx';
import { StatusPill, type StatusPillProps } from '../../ui/status/StatusPill.tsx';

const tones: Readonly<Record<ProspectGroup, Tone>> = {
  pending: 'orange',
  contacted: 'blue',
  converted: 'green',
  rejected: 'red',
  none: 'neutral',
};

/** Label and tone of a prospect's status. An unknown status has the tone of 'Sin estado' and its own text. */
export function prospectStatus(status: string | null): StatusPillProps {
  return { tone: tones[prospectGroup(status)], label: prospectStatusName(status) };
}

/** Every group with its label and tone, in the order of the counters and of the board. */
export const groupStyles = prospectGroups.map((group) => ({
  group,
  tone: tones[group],
  label: prospectGroupNames[group],
}));

/** Statuses that staff can choose, without 'Sin estado'. */
export const statusOptions = prospectStatuses.map((value) => ({ value, ...prospectStatus(value) }));

/** The status that the form of a prospect shows; the default if the prospect has none. */
export function statusChoice(status: string | null): string {
  return status?.trim() ? status : 'pending';
}

/** Statuses that staff can choose, and the prospect's status if it is unknown. */
export function statusOptionsWith(status: string | null) {
  const value = statusChoice(status);
  if (prospectGroup(value) !== 'none') return statusOptions;
  return [{ value, ...prospectStatus(value) }, ...statusOptions];
}

export function ProspectPill({ status }: { status: string | null }) {
  return <StatusPill {...prospectStatus(status)} />;
}

interface ProspectDateProps {
  value: string | null;
  /** Shows the year in the date; otherwise it is in the tooltip. */
  year?: boolean;
}

/** A date of a prospect, in Spanish and to the minute; 'N/A' if unknown. */
export function ProspectDate({ value, year = true }: ProspectDateProps) {
  return <DateText value={value} locale="es" missing="N/A" hour year={year} />;
}
