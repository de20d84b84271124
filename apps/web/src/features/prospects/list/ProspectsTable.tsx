import { ActionIcon, Menu, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { prospectTitles as titles } from '@simiente/contract/common/column-titles';
import type { Prospect, ProspectPage } from '@simiente/contract/prospects/calls';
import type { ProspectStatus } from '@simiente/contract/prospects/filters';
import { IconChevronDown, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount, pluralize } from '../../../lib/format/numbers.ts';
import { ContactMenu } from '../../../ui/contact/ContactMenu.tsx';
import { EmptyList } from '../../../ui/list/EmptyList.tsx';
import { useRevealPressed } from '../../../ui/list/FilterButton.tsx';
import { PersonCell } from '../../../ui/status/person.tsx';
import { ToneDot } from '../../../ui/status/StatusPill.tsx';
import { useRowTab } from '../../../ui/table/row-focus.ts';
import { toColumns } from '../../../ui/table/table-types.ts';
import {
  EditTool,
  ListTable,
  type ListView,
  type LoadedList,
  RecordSelection,
  type RowLayout,
} from '../../records/public.ts';
import { useCan } from '../../session/public.ts';
import { useMoveProspect } from '../board/use-move-prospect.ts';
import { StartedConversion } from '../panel/ConvertModal.tsx';
import { prospectList } from '../prospect-cache.ts';
import {
  groupStyles,
  ProspectDate,
  ProspectPill,
  prospectStatus,
  statusOptions,
} from '../prospect-status.tsx';
import type { ProspectsSearch } from '../prospects-search.ts';
import classes from './ProspectsCounters.module.css';
import toolbar from './ProspectsToolbar.module.css';
import { ProspectsToolbar, StatusFilter } from './ProspectsToolbar.tsx';

interface ProspectsTableProps {
  view: ListView<ProspectsSearch>;
  loaded: LoadedList<ProspectPage, Prospect>;
  /** Whether the panel is open beside the table and leaves less room. */
  isNarrow: boolean;
  onOpen: (idProspect: string) => void;
  onEdit: (prospect: Prospect) => void;
  onCreate: () => void;
}

export function ProspectsTable(props: ProspectsTableProps) {
  const { view, loaded, isNarrow, onOpen, onEdit, onCreate } = props;
  const [announcement, announce] = useState('');
  const move = useMoveProspect({ announce });
  const [converting, setConverting] = useState<Prospect | null>(null);
  function changeStatus(prospect: Prospect, status: ProspectStatus) {
    if (status === 'converted' && prospect.patient === null) setConverting(prospect);
    else {
      announce(`${prospect.name}: ${prospectStatus(status).label}`);
      void move(prospect, status);
    }
  }
  const { newest } = loaded;
  const { estado, prospecto: openId } = view.search;
  const mayEdit = useCan()('directory.edit');
  const frame = useRevealPressed<HTMLElement>();
  return (
    <>
      <VisuallyHidden aria-live="polite">{announcement}</VisuallyHidden>
      <section ref={frame} className={classes.card} aria-label="Prospectos por estado">
        <dl className={classes.cells}>
          {groupStyles.map(({ group, label, tone }) => (
            <div key={group} className={classes.cell} data-chosen={group === estado || undefined}>
              <dt>
                <UnstyledButton
                  className={classes.label}
                  aria-pressed={group === estado}
                  onClick={() => view.change({ estado: group === estado ? undefined : group })}
                >
                  <ToneDot tone={tone} />
                  {label}
                </UnstyledButton>
              </dt>
              <dd className={classes.count}>
                {newest
                  ? formatCount(newest.counts[group], { isCapped: newest.countsAreCapped })
                  : '\u00a0'}
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <ProspectsToolbar view={view}>
        <StatusFilter value={estado} onChange={(next) => view.change({ estado: next })} />
        <span className={toolbar.results} role="status" aria-busy={loaded.isInterim || undefined}>
          {newest &&
            pluralize(newest.total, ['resultado', 'resultados'], {
              isCapped: newest.totalIsCapped,
            })}
        </span>
      </ProspectsToolbar>
      <ListTable
        label="Prospectos"
        layout={prospectRowLayout({
          isNarrow,
          ...(mayEdit && { editing: { onEdit, onStatus: changeStatus } }),
        })}
        loaded={loaded}
        view={view}
        failure="Error: Error al cargar los prospectos"
        onRowOpen={({ idProspect }) => onOpen(idProspect)}
        openRowId={openId}
        empty={
          <EmptyList
            isFiltered={view.isFiltered}
            onClear={view.clear}
            {...(mayEdit && { create: { label: 'Crear prospecto', onClick: onCreate } })}
          >
            Aquí aparecerán las personas que dejen sus datos en la landing y los prospectos que
            agregues.
          </EmptyList>
        }
        bar={(selection) => (
          <RecordSelection
            list={prospectList}
            loaded={loaded}
            selection={selection}
            describe={(row) => ({ name: row.name, detail: prospectStatus(row.status).label })}
            tools={(chosen) => <EditTool chosen={chosen} onEdit={onEdit} />}
          />
        )}
      />
      {converting && (
        <StartedConversion
          key={converting.idProspect}
          prospect={converting}
          onClosed={() => setConverting(null)}
        />
      )}
    </>
  );
}

interface ColumnOptions {
  /** Whether to leave out avatars, second lines and the year. */
  isNarrow: boolean;
  /** Absent for an account that can only read. */
  editing?: {
    onEdit: (prospect: Prospect) => void;
    onStatus: (prospect: Prospect, status: ProspectStatus) => void;
  };
}

function prospectRowLayout({ isNarrow, editing }: ColumnOptions): RowLayout<Prospect> {
  return {
    columns: toColumns<Prospect>(titles, {
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
    }),
    mobileRow: ({ name, mail, phone, status, motivo, createDate }) => ({
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
    }),
    getRowName: ({ name }) => name,
    rowActions: isNarrow
      ? undefined
      : (prospect) => (
          <>
            {editing && <EditButton prospect={prospect} onEdit={editing.onEdit} />}
            <ContactMenu name={prospect.name} phone={prospect.phone} email={prospect.mail} />
          </>
        ),
  };
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

interface RowStatusProps {
  prospect: Prospect;
  onStatus: (prospect: Prospect, status: ProspectStatus) => void;
}

function RowStatus({ prospect, onStatus }: RowStatusProps) {
  const { name, status } = prospect;
  const rowTab = useRowTab();
  return (
    <Menu position="bottom-start" width={180}>
      <Menu.Target>
        <UnstyledButton
          className={`${classes.button} si-above-link`}
          aria-label={`Estado de ${name}: ${prospectStatus(status).label}. Cambiar`}
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
