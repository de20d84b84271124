import type { Prospect, ProspectPage } from '@simiente/contract/prospects';
import { IconPencil } from '@tabler/icons-react';
import { countOf } from '../../../lib/format/numbers.ts';
import { EmptyList } from '../../../ui/list/EmptyList.tsx';
import { SelectionBarTool } from '../../../ui/list/SelectionBar.tsx';
import { useHasRoomBeside } from '../../../ui/panel/DetailPanel.tsx';
import {
  ListTable,
  type ListView,
  type LoadedList,
  RecordSelection,
} from '../../records/public.ts';
import { prospectList } from '../prospect-list.ts';
import { prospectLook } from '../prospect-status.ts';
import type { ProspectsSearch } from '../prospects-search.ts';
import { prospectRowLook } from './columns.tsx';
import { ProspectsCounters } from './ProspectsCounters.tsx';
import toolbar from './ProspectsToolbar.module.css';
import { ProspectsToolbar, StatusFilter } from './ProspectsToolbar.tsx';

interface ProspectsTableProps {
  view: ListView<ProspectsSearch>;
  loaded: LoadedList<ProspectPage, Prospect>;
  onOpen: (idProspect: string) => void;
  onEdit: (prospect: Prospect) => void;
}

/** Counters, filter and table, and what is done with the selected rows. */
export function ProspectsTable({ view, loaded, onOpen, onEdit }: ProspectsTableProps) {
  const { estado, prospecto: openId } = view.search;
  const isNarrow = useHasRoomBeside() && openId !== undefined;
  return (
    <>
      <ProspectsCounters page={loaded.newest} />
      <ProspectsToolbar view={view}>
        <StatusFilter value={estado} onChange={(next) => view.change({ estado: next })} />
        <span className={toolbar.results} role="status">
          {loaded.total !== undefined &&
            countOf(loaded.total, ['resultado', 'resultados'], loaded.totalIsCapped)}
        </span>
      </ProspectsToolbar>
      <ListTable
        label="Prospectos"
        list={prospectList}
        look={prospectRowLook({ isNarrow, onEdit })}
        loaded={loaded}
        view={view}
        failure="Error: Error al cargar los prospectos"
        onRowOpen={({ idProspect }) => onOpen(idProspect)}
        openRowId={openId}
        empty={
          <EmptyList isFiltered={view.isFiltered} onClear={view.clear}>
            Los prospectos aparecerán aquí en cuanto alguien deje sus datos en la landing.
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
