import { trashTitles as titles } from '@simiente/contract/common/column-titles';
import { includedWords, type TrashEntry, trashKindNames } from '@simiente/contract/trash/calls';
import type { TrashKind } from '@simiente/contract/trash/filters';
import {
  IconArrowBackUp,
  IconBuildingHospital,
  IconClipboardText,
  IconFileText,
  IconMapPin,
  type TablerIcon,
} from '@tabler/icons-react';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { DateText } from '../../ui/page/DateText.tsx';
import { IconTile } from '../../ui/status/IconTile.tsx';
import { PersonCell } from '../../ui/status/person.tsx';
import { CellLine } from '../../ui/table/CellLine.tsx';
import { type DataTableColumn, type MobileRow, toColumns } from '../../ui/table/table-types.ts';
import type { RowLayout } from '../records/public.ts';
import classes from './columns.module.css';

/** Fewer days left than these are marked. */
const FEW_DAYS = 5;

/** The icons of records that are not persons; a person has an avatar. */
const icons: Partial<Record<TrashKind, TablerIcon>> = {
  exam: IconFileText,
  partner: IconBuildingHospital,
  branch: IconMapPin,
  exam_order: IconClipboardText,
};

interface Restoring {
  /** Absent for an account that may not restore. */
  onRestore?: (entry: TrashEntry) => void;
  isPending: (entry: TrashEntry) => boolean;
}

/** The line below the name: a detail that distinguishes the record, and the records deleted with it. */
function formatDetail(entry: TrashEntry): string | undefined {
  const { branches } = entry.included;
  if (branches > 0) return `${includedWords(entry)} ${branches === 1 ? 'incluida' : 'incluidas'}`;
  const reason = entry.reason && `Motivo: ${entry.reason}`;
  return [entry.detail, includedWords(entry), reason].filter(Boolean).join(' · ') || undefined;
}

function Name({ entry }: { entry: TrashEntry }) {
  const icon = icons[entry.kind];
  const kind = trashKindNames[entry.kind];
  const detail = formatDetail(entry);
  return (
    <PersonCell
      name={entry.name}
      picture={icon && <IconTile icon={icon} />}
      detail={
        <span title={detail}>
          <span className={classes.kind}>{detail ? `${kind} · ` : kind}</span>
          {detail}
        </span>
      }
    />
  );
}

function DaysLeft({ daysLeft }: TrashEntry) {
  return (
    <span className={classes.days} data-few={daysLeft < FEW_DAYS || undefined}>
      {daysLeft}
    </span>
  );
}

function RestoreButton({ entry, onRestore, isPending }: Restoring & { entry: TrashEntry }) {
  if (!onRestore) return null;
  return (
    <LockButton
      kind="default"
      size="xs"
      icon={IconArrowBackUp}
      aria-label={`Restaurar ${entry.name}`}
      loading={isPending(entry)}
      onClick={() => onRestore(entry)}
    >
      Restaurar
    </LockButton>
  );
}

function columns(restoring: Restoring): readonly DataTableColumn<TrashEntry>[] {
  return toColumns<TrashEntry>(titles, {
    name: {
      sorts: 'asc',
      skeleton: 'person',
      cell: (entry) => <Name entry={entry} />,
    },
    kind: {
      sorts: 'asc',
      width: '11%',
      hideBelow: 'md',
      cell: ({ kind }) => trashKindNames[kind],
    },
    deletedBy: {
      sorts: 'asc',
      width: '15%',
      hideBelow: 'md',
      cell: ({ deletedBy }) => <CellLine text={deletedBy} />,
    },
    deletedAt: {
      sorts: 'desc',
      width: 'max(124px, 10vw)',
      cell: ({ deletedAt }) => <DateText value={deletedAt} />,
    },
    daysLeft: {
      sorts: 'asc',
      width: '140px',
      align: 'right',
      cell: (entry) => <DaysLeft {...entry} />,
    },
    restore: {
      width: '144px',
      align: 'right',
      cell: (entry) => <RestoreButton entry={entry} {...restoring} />,
    },
  });
}

function mobileRow(entry: TrashEntry, restoring: Restoring): MobileRow {
  const { kind, name, deletedAt, daysLeft } = entry;
  const days = daysLeft === 1 ? 'queda 1 día' : `quedan ${daysLeft} días`;
  return {
    title: name,
    aside: <RestoreButton entry={entry} {...restoring} />,
    facts: (
      <>
        {trashKindNames[kind]} · <DateText value={deletedAt} /> · {days}
      </>
    ),
  };
}

export function trashLayout(restoring: Restoring): RowLayout<TrashEntry> {
  return {
    columns: columns(restoring),
    mobileRow: (entry) => mobileRow(entry, restoring),
    getName: ({ name }) => name,
  };
}
