import type { ProspectSort } from '@simiente/contract/prospect-filters';
import type { Prospect, ProspectPage } from '@simiente/contract/prospects';
import { IconPencil } from '@tabler/icons-react';
import { formatCount } from '../../lib/format/numbers.ts';
import { EmptyList } from '../../ui/page/EmptyList.tsx';
import { SelectionBarTool } from '../../ui/page/SelectionBar.tsx';
import { useHasRoomBeside } from '../../ui/panel/DetailPanel.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import {
  fromTableSort,
  type LoadedList,
  pagesProps,
  RecordSelection,
  toTableSort,
  useSelection,
} from '../records/public.ts';
import { prospectColumns, prospectMobileRow } from './columns.tsx';
import { ProspectsCounters } from './ProspectsCounters.tsx';
import toolbar from './ProspectsToolbar.module.css';
import { ProspectsToolbar, StatusFilter } from './ProspectsToolbar.tsx';
import { prospectList } from './prospect-list.ts';
import { prospectLook } from './prospect-status.ts';
import type { useProspectsPlace } from './use-prospects-place.ts';

const getRowName = ({ name }: Prospect) => name;

interface ProspectsTableProps {
  navigation: ReturnType<typeof useProspectsPlace>;
  loaded: LoadedList<ProspectPage, Prospect>;
  onEdit: (prospect: Prospect) => void;
}

/** Counters, filter and table, and what is done with the rows that are checked. */
export function ProspectsTable({ navigation, loaded, onEdit }: ProspectsTableProps) {
  const { place, isFiltered, change, clear, open } = navigation;
  const { status, sort, search, openId } = place;
  const { selected, select, clear: letGo } = useSelection(JSON.stringify([status, sort, search]));
  const hasRoom = useHasRoomBeside();
  const isNarrow = hasRoom && openId !== undefined;
  return (
    <>
      <ProspectsCounters page={loaded.newest} />
      <ProspectsToolbar view="tabla" onView={(view) => change({ view })}>
        <StatusFilter value={status} onChange={(next) => change({ status: next })} />
        <span className={toolbar.results} role="status">
          {loaded.total !== undefined && describeResults(loaded.total, loaded.totalIsCapped)}
        </span>
      </ProspectsToolbar>
      <DataTable
        label="Prospectos"
        columns={prospectColumns({ isNarrow, onEdit })}
        {...pagesProps(loaded, 'Error: Error al cargar los prospectos')}
        getRowId={prospectList.idOf}
        getRowName={getRowName}
        mobileRow={prospectMobileRow}
        onRowOpen={({ idProspect }) => open(idProspect)}
        openRowId={openId}
        selection={{ selected, onChange: select }}
        sort={toTableSort(sort)}
        onSortChange={(next) => change({ sort: fromTableSort<ProspectSort>(next) })}
        empty={
          <EmptyList isFiltered={isFiltered} onClear={clear}>
            Los prospectos aparecerán aquí en cuanto alguien deje sus datos en la landing.
          </EmptyList>
        }
        bar={
          <RecordSelection
            list={prospectList}
            loaded={loaded}
            selected={selected}
            onSelect={select}
            onClear={letGo}
            describe={(row) => ({ name: row.name, detail: prospectLook(row.status).label })}
            tools={(chosen) => <EditTool chosen={chosen} onEdit={onEdit} />}
          />
        }
      />
    </>
  );
}

interface EditToolProps {
  chosen: readonly Prospect[];
  onEdit: (prospect: Prospect) => void;
}

/** A form takes one at a time. */
function EditTool({ chosen, onEdit }: EditToolProps) {
  const [only, ...others] = chosen;
  if (only === undefined || others.length > 0) return null;
  return (
    <SelectionBarTool
      icon={<IconPencil size={17} stroke={1.7} aria-hidden />}
      onClick={() => onEdit(only)}
    >
      Editar
    </SelectionBarTool>
  );
}

function describeResults(total: number, isCapped: boolean): string {
  return `${formatCount(total, isCapped)} ${total === 1 ? 'resultado' : 'resultados'}`;
}
