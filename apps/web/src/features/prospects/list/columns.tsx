import { ActionIcon, Menu, UnstyledButton } from '@mantine/core';
import { prospectTitles as titles } from '@simiente/contract/common/column-titles';
import type { Prospect } from '@simiente/contract/prospects/calls';
import type { ProspectStatus } from '@simiente/contract/prospects/filters';
import { IconChevronDown, IconPencil } from '@tabler/icons-react';
import { ContactMenu } from '../../../ui/contact/ContactMenu.tsx';
import { PersonCell } from '../../../ui/status/person.tsx';
import { ToneDot } from '../../../ui/status/StatusPill.tsx';
import { useRowTab } from '../../../ui/table/row-focus.ts';
import { type DataTableColumn, type MobileRow, toColumns } from '../../../ui/table/table-types.ts';
import type { RowLayout } from '../../records/public.ts';
import { ProspectDate, ProspectPill } from '../ProspectPill.tsx';
import { prospectLook, statusOptions } from '../prospect-status.ts';
import classes from './columns.module.css';

type Column = DataTableColumn<Prospect>;

interface ColumnOptions {
  /** Beside the panel there is less room: no avatars, no second lines, no year. */
  isNarrow: boolean;
  /** Absent for an account that may only read. */
  editing?: {
    onEdit: (prospect: Prospect) => void;
    onStatus: (prospect: Prospect, status: ProspectStatus) => void;
  };
}

function columns({ isNarrow, editing }: ColumnOptions): readonly Column[] {
  return toColumns<Prospect>(titles, {
    name: {
      sorts: 'asc',
      skeleton: isNarrow ? 'text' : 'person',
      cell: ({ name, mail }) =>
        isNarrow ? (
          <span className={classes.name} title={name}>
            {name}
          </span>
        ) : (
          <PersonCell name={name} detail={mail ?? undefined} />
        ),
    },
    motivo: {
      sorts: 'asc',
      width: isNarrow ? '24%' : 'max(150px, 20vw)',
      cell: ({ motivo }) => <span title={motivo ?? undefined}>{motivo || '—'}</span>,
    },
    status: {
      sorts: 'asc',
      width: isNarrow ? '164px' : 'max(150px, 13vw)',
      skeleton: 'pill',
      cell: (prospect) =>
        editing ? (
          <RowStatus prospect={prospect} onStatus={editing.onStatus} />
        ) : (
          <ProspectPill status={prospect.status} />
        ),
    },
    createDate: {
      sorts: 'desc',
      width: isNarrow ? '140px' : 'max(172px, 14vw)',
      cell: ({ createDate }) => <ProspectDate value={createDate} year={!isNarrow} />,
    },
  });
}

interface EditButtonProps {
  prospect: Prospect;
  onEdit: (prospect: Prospect) => void;
}

function EditButton({ prospect, onEdit }: EditButtonProps) {
  const rowTab = useRowTab();
  return (
    <ActionIcon
      size={28}
      aria-label={`Editar a ${prospect.name}`}
      title="Editar"
      {...rowTab}
      onClick={() => onEdit(prospect)}
    >
      <IconPencil size={17} stroke={1.7} aria-hidden />
    </ActionIcon>
  );
}

function mobileRow({ name, mail, phone, status, motivo, createDate }: Prospect): MobileRow {
  return {
    title: name,
    aside: <ProspectPill status={status} />,
    facts: (
      <span className={classes.facts}>
        <span className={classes.motivo}>{motivo || '—'}</span>
        <span>
          · <ProspectDate value={createDate} year={false} />
        </span>
      </span>
    ),
    contact: <ContactMenu name={name} phone={phone} email={mail} />,
  };
}

export function prospectRowLayout(options: ColumnOptions): RowLayout<Prospect> {
  return {
    columns: columns(options),
    mobileRow,
    getName: ({ name }) => name,
    actions: options.isNarrow
      ? undefined
      : (prospect) => (
          <>
            {options.editing && <EditButton prospect={prospect} onEdit={options.editing.onEdit} />}
            <ContactMenu name={prospect.name} phone={prospect.phone} email={prospect.mail} />
          </>
        ),
  };
}

interface RowStatusProps {
  prospect: Prospect;
  onStatus: (prospect: Prospect, status: ProspectStatus) => void;
}

/** A row's status, which a menu changes. */
function RowStatus({ prospect, onStatus }: RowStatusProps) {
  const { name, status } = prospect;
  const rowTab = useRowTab();
  return (
    <Menu position="bottom-start" width={180}>
      <Menu.Target>
        <UnstyledButton
          className={`${classes.button} si-above-link`}
          aria-label={`Estado de ${name}: ${prospectLook(status).label}. Cambiar`}
          {...rowTab}
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
