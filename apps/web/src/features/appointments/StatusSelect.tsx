import { appointmentStatuses } from '@simiente/contract/appointments';
import { ToneSelect } from '../../ui/status/ToneSelect.tsx';
import { appointmentStatus } from './appointment-status.ts';

interface StatusSelectProps {
  value: string;
  /** What it was when the form opened; one that nobody may set is shown until it is changed. */
  original: string;
  error: string | undefined;
  readOnly: boolean;
  onChange: (status: string) => void;
}

export function StatusSelect({ original, ...rest }: StatusSelectProps) {
  const isLegacy = !appointmentStatuses.some((settable) => settable === original);
  const options = [
    ...appointmentStatuses.map((status) => ({ value: status as string, disabled: false })),
    ...(isLegacy ? [{ value: original, disabled: true }] : []),
  ];
  return (
    <ToneSelect
      {...rest}
      label="Estado"
      data-autofocus
      options={options.map((option) => ({ ...option, ...appointmentStatus(option.value) }))}
    />
  );
}
