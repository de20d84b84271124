import { Menu, UnstyledButton } from '@mantine/core';
import type { AppointmentStatus } from '@simiente/contract/appointments/statuses';
import { IconChevronDown } from '@tabler/icons-react';
import { ToneDot } from '../../../ui/status/StatusPill.tsx';
import { appointmentStatus } from '../appointment-cache.ts';
import classes from './StatusMenu.module.css';

interface StatusMenuProps {
  status: string;
  offered: readonly AppointmentStatus[];
  disabled: boolean;
  onChange: (status: AppointmentStatus) => void;
}

/** The status of an appointment as a pill that opens the possible next statuses. */
export function StatusMenu({ status, offered, disabled, onChange }: StatusMenuProps) {
  const { tone, label } = appointmentStatus(status);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <UnstyledButton
          className={classes.pill ?? ''}
          data-tone={tone}
          disabled={disabled}
          aria-label={`Estado: ${label}`}
        >
          <ToneDot tone={tone} />
          {label}
          <IconChevronDown size={14} stroke={1.7} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup
          value={status}
          onChange={(chosen) => {
            const next = offered.find((value) => value === chosen);
            if (next !== undefined && next !== status) onChange(next);
          }}
        >
          {offered.map((value) => (
            <Menu.RadioItem key={value} value={value} closeMenuOnClick>
              {appointmentStatus(value).label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
