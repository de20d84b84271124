import { StatusPill } from '../../ui/status/StatusPill.tsx';
import { prospectLook } from './prospect-status.ts';

export function ProspectPill({ status }: { status: string | null }) {
  const { tone, label } = prospectLook(status);
  return <StatusPill tone={tone} label={label} />;
}
