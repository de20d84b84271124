import { Select } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { Tone } from '../../theme/tokens.ts';
import classes from './ToneSelect.module.css';

export interface ToneOption {
  value: string;
  label: string;
  tone: Tone;
  disabled?: boolean;
}

export interface ToneSelectProps {
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
  const toneOf = (chosen: string) => options.find((option) => option.value === chosen)?.tone;
  return (
    <Select
      {...rest}
      data={options.map(({ tone: _, ...option }) => option)}
      value={value}
      allowDeselect={false}
      leftSection={<ToneDot tone={toneOf(value)} />}
      renderOption={({ option, checked }) => (
        <span className={classes.option}>
          <ToneDot tone={toneOf(option.value)} />
          {option.label}
          {checked && <IconCheck className={classes.check} size={16} stroke={1.7} aria-hidden />}
        </span>
      )}
      comboboxProps={{ withinPortal: false }}
      onChange={(chosen) => chosen !== null && onChange(chosen)}
    />
  );
}

/** Hidden from screen readers: a label is always beside it. */
export function ToneDot({ tone }: { tone: Tone | undefined }) {
  return <span className={classes.dot} data-tone={tone} aria-hidden />;
}
