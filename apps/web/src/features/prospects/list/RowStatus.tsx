import { Menu, UnstyledButton } from '@mantine/core';
import type { Prospect } from '@simiente/contract/prospects/calls';
import type { ProspectStatus } from '@simiente/contract/prospects/filters';
import { IconChevronDown } from '@tabler/icons-react';
import { ToneDot } from '../../../ui/status/ToneDot.tsx';
import { useRowTabIndex } from '../../../ui/table/row-tab-stop.ts';
import { ProspectPill } from '../ProspectPill.tsx';
import { prospectLook, statusOptions } from '../prospect-status.ts';
import classes from './RowStatus.module.css';

interface RowStatusProps {
  prospect: Prospect;
  onStatus: (prospect: Prospect, status: ProspectStatus) => void;
}

/** A row's status, which a menu changes. */
export function RowStatus({ prospect, onStatus }: RowStatusProps) {
  const { name, status } = prospect;
  const tabIndex = useRowTabIndex();
  return (
    <Menu position="bottom-start" width={180}>
      <Menu.Target>
        <UnstyledButton
          className={`${classes.button} si-above-link`}
          aria-label={`Estado de ${name}: ${prospectLook(status).label}. Cambiar`}
          {...(tabIndex !== undefined && { tabIndex })}
        >
          <ProspectPill status={status} />
          <IconChevronDown className={classes.icon} size={14} stroke={2} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {statusOptions.map(({ value, label, tone }) => (
          <Menu.Item
            key={value}
            leftSection={<ToneDot tone={tone} />}
            disabled={value === status}
            onClick={() => onStatus(prospect, value)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
