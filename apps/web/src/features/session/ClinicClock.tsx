import type { ReactNode } from 'react';
import { ClinicTimeZone } from '../../lib/format/clinic-time-zone.ts';
import { useClinicTimeZone } from './session.ts';

/** Shows the dates inside it in the clinic's zone, which the session states. */
export function ClinicClock({ children }: { children: ReactNode }) {
  return <ClinicTimeZone value={useClinicTimeZone()}>{children}</ClinicTimeZone>;
}
