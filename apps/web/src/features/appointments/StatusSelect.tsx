import { Select } from '@mantine/core';
import { appointmentStatuses } from '@simiente/contract/appointments';
import { IconCheck } from '@tabler/icons-react';
import { appointmentStatus } from './appointment-status.ts';
import classes from './StatusSelect.module.css';

interface StatusSelectProps {
  value: string;
  /** What it was when the form opened; one that nobody may set is shown until it is changed. */
  original: string;
  error: string | undefined;
  readOnly: boolean;
  onChange: (status: string) => void;
}

export function StatusSelect({ value, original, error, readOnly, onChange }: StatusSelectProps) {
  const isLegacy = !appointmentStatuses.some((settable) => settable === original);
  const options = [
    ...appointmentStatuses.map((status) => ({ value: status as string, disabled: false })),
    ...(isLegacy ? [{ value: original, disabled: true }] : []),
  ];
  return (
    <Select
      label="Estado"
      data-autofocus
      data={options.map((option) => ({
        ...option,
        label: appointmentStatus(option.value).label,
      }))}
      value={value}
      allowDeselect={false}
      leftSection={<StatusDot status={value} />}
      renderOption={({ option, checked }) => (
        <span className={classes.option}>
          <StatusDot status={option.value} />
          {option.label}
          {checked && <IconCheck className={classes.check} size={16} stroke={1.7} aria-hidden />}
        </span>
      )}
      comboboxProps={{ withinPortal: false }}
      error={error}
      readOnly={readOnly}
      onChange={(status) => status !== null && onChange(status)}
    />
  );
}

/** Its word stands beside it. */
function StatusDot({ status }: { status: string }) {
  return <span className={classes.dot} data-tone={appointmentStatus(status).tone} aria-hidden />;
}
