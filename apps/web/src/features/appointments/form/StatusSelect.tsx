import { appointmentStatuses } from '@simiente/contract/appointments/statuses';
import { ToneSelect } from '../../../ui/status/ToneSelect.tsx';
import type { RecordForm } from '../../record-form/public.ts';
import { appointmentStatus } from '../appointment-status.ts';
import type { AppointmentValues } from './appointment-fields.tsx';

interface StatusSelectProps {
  form: Pick<RecordForm<AppointmentValues, unknown>, 'values' | 'input' | 'edit'>;
  /** Status when the form opened; a legacy one cannot be chosen, but is shown until it is changed. */
  original: string;
}

export function StatusSelect({ form, original }: StatusSelectProps) {
  const isLegacy = !appointmentStatuses.some((settable) => settable === original);
  const options = [
    ...appointmentStatuses.map((status) => ({ value: status as string, disabled: false })),
    ...(isLegacy ? [{ value: original, disabled: true }] : []),
  ];
  return (
    <ToneSelect
      {...form.input('status')}
      data-autofocus
      value={form.values.status}
      options={options.map((option) => ({ ...option, ...appointmentStatus(option.value) }))}
      onChange={(status) => form.edit({ status })}
    />
  );
}
