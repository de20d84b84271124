import { Select } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Tone } from '../../theme/tokens.ts';
import { ToneDot } from './StatusPill.tsx';
import classes from './ToneSelect.module.css';

interface ToneOption {
  value: string;
  label: string;
  tone: Tone;
  disabled?: boolean;
}

interface ToneSelectProps {
  label: string;
  options: readonly ToneOption[];
  value: string;
  error?: string | undefined;
  readOnly?: boolean;
  'data-autofocus'?: boolean;
  onChange: (value: string) => void;
}

/** A choice of states, each with its dot. */
export function ToneSelect({ options, value, onChange, ...rest }: ToneSelectProps) {
  const findTone = (chosen: string) => options.find((option) => option.value === chosen)?.tone;
  return (
    <Select
      {...rest}
      data={options.map(({ tone: _, ...option }) => option)}
      value={value}
      allowDeselect={false}
      leftSection={<ToneDot tone={findTone(value)} />}
      renderOption={({ option, checked }) => (
        <SelectOption checked={checked}>
          <ToneDot tone={findTone(option.value)} />
          {option.label}
        </SelectOption>
      )}
      comboboxProps={{ withinPortal: false }}
      onChange={(chosen) => chosen !== null && onChange(chosen)}
    />
  );
}

interface SelectOptionProps {
  checked: boolean | undefined;
  children: ReactNode;
}

/** An option of a dropdown list, with a check mark if it is chosen. */
export function SelectOption({ checked, children }: SelectOptionProps) {
  return (
    <span className={classes.option}>
      {children}
      {checked && <IconCheck className={classes.check} size={16} stroke={1.7} aria-hidden />}
    </span>
  );
}
