import { DateText } from '../../ui/page/DateText.tsx';
import { StatusPill } from '../../ui/status/StatusPill.tsx';
import { prospectStatus } from './prospect-status.ts';

export function ProspectPill({ status }: { status: string | null }) {
  const { tone, label } = prospectStatus(status);
  return <StatusPill tone={tone} label={label} />;
}

interface ProspectDateProps {
  value: string | null;
  /** Shows the year in the date; otherwise it is in the tooltip. */
  year?: boolean;
}

/** Date of the prospect's message, in Spanish and to the minute; 'N/A' if unknown. */
export function ProspectDate({ value, year = true }: ProspectDateProps) {
  return <DateText value={value} locale="es" missing="N/A" hour year={year} />;
}
