import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import type { Prospect, ProspectPage } from '@simiente/contract/prospects/calls';
import type { ProspectGroup, ProspectStatus } from '@simiente/contract/prospects/filters';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount, pluralize } from '../../../lib/format/numbers.ts';
import { EmptyList } from '../../../ui/list/EmptyList.tsx';
import { useRevealPressed } from '../../../ui/list/FilterButton.tsx';
import { SelectionBarTool } from '../../../ui/list/SelectionBar.tsx';
import { ToneDot } from '../../../ui/status/StatusPill.tsx';
import {
  ListTable,
  type ListView,
  type LoadedList,
  RecordSelection,
} from '../../records/public.ts';
import { useMay } from '../../session/public.ts';
import { useMoveProspect } from '../board/use-move-prospect.ts';
import { StartedConversion } from '../lazy-dialogs.tsx';
import { prospectList } from '../prospect-list.ts';
import { groupLooks, prospectLook } from '../prospect-status.ts';
import type { ProspectsSearch } from '../prospects-search.ts';
import { prospectRowLayout } from './columns.tsx';
import classes from './ProspectsCounters.module.css';
import toolbar from './ProspectsToolbar.module.css';
import { ProspectsToolbar, StatusFilter } from './ProspectsToolbar.tsx';

interface ProspectsTableProps {
  view: ListView<ProspectsSearch>;
  loaded: LoadedList<ProspectPage, Prospect>;
  /** The open panel leaves less room. */
  isNarrow: boolean;
  onOpen: (idProspect: string) => void;
  onEdit: (prospect: Prospect) => void;
  onCreate: () => void;
}

/** Counters, filter and table, and the actions on selected rows. */
export function ProspectsTable(props: ProspectsTableProps) {
  const { view, loaded, isNarrow, onOpen, onEdit, onCreate } = props;
  const [announcement, announce] = useState('');
  const move = useMoveProspect({ announce });
  const [converting, setConverting] = useState<Prospect | null>(null);
  function changeStatus(prospect: Prospect, status: ProspectStatus) {
    if (status === 'converted' && prospect.patient === null) setConverting(prospect);
    else {
      announce(`${prospect.name}: ${prospectLook(status).label}`);
      void move(prospect, status);
    }
  }
  const { newest } = loaded;
  const { estado, prospecto: openId } = view.search;
  const mayEdit = useMay()('directory.edit');
  return (
    <>
      <VisuallyHidden aria-live="polite">{announcement}</VisuallyHidden>
      <ProspectsCounters
        page={newest}
        chosen={estado}
        onChoose={(next) => view.change({ estado: next })}
      />
      <ProspectsToolbar view={view}>
        <StatusFilter value={estado} onChange={(next) => view.change({ estado: next })} />
        <span className={toolbar.results} role="status" aria-busy={loaded.isEarlier || undefined}>
          {newest && pluralize(newest.total, ['resultado', 'resultados'], newest.totalIsCapped)}
        </span>
      </ProspectsToolbar>
      <ListTable
        label="Prospectos"
        list={prospectList}
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
            describe={(row) => ({ name: row.name, detail: prospectLook(row.status).label })}
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

interface EditToolProps {
  chosen: readonly Prospect[];
  onEdit: (prospect: Prospect) => void;
}

/** The form is for one at a time. */
function EditTool({ chosen, onEdit }: EditToolProps) {
  const [only, ...others] = chosen;
  if (only === undefined || others.length > 0) return null;
  return (
    <SelectionBarTool icon={IconPencil} onClick={() => onEdit(only)}>
      Editar
    </SelectionBarTool>
  );
}

interface ProspectsCountersProps {
  /** Undefined until the first page has loaded. */
  page: ProspectPage | undefined;
  /** The status that the table is filtered by. */
  chosen: ProspectGroup | undefined;
  onChoose: (group: ProspectGroup | undefined) => void;
}

/** Counts by status. A click on one filters by its status; a second click removes the filter. */
function ProspectsCounters({ page, chosen, onChoose }: ProspectsCountersProps) {
  const frame = useRevealPressed<HTMLElement>();
  return (
    <section ref={frame} className={classes.card} aria-label="Prospectos por estado">
      <dl className={classes.cells}>
        {groupLooks.map(({ group, label, tone }) => (
          <div key={group} className={classes.cell} data-chosen={group === chosen || undefined}>
            <dt>
              <UnstyledButton
                className={classes.label}
                aria-pressed={group === chosen}
                onClick={() => onChoose(group === chosen ? undefined : group)}
              >
                <ToneDot tone={tone} />
                {label}
              </UnstyledButton>
            </dt>
            <dd className={classes.figure}>
              {page ? formatCount(page.counts[group], page.countsAreCapped) : '\u00a0'}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
