import type { TrashEntry, TrashPage } from '@simiente/contract/trash';
import { IconArrowBackUp } from '@tabler/icons-react';
import { SelectionBar, SelectionBarTool } from '../../ui/page/SelectionBar.tsx';
import { type LoadedList, SelectEverything, type useSelection } from '../records/public.ts';
import { binList } from './use-trash.ts';

interface TrashSelectionProps {
  loaded: LoadedList<TrashPage, TrashEntry>;
  selection: ReturnType<typeof useSelection>;
  /** Some are on their way back. */
  isBusy: boolean;
  onRestore: (entries: readonly TrashEntry[]) => void;
}

/** The floating bar over the bin: several come back together, or none of them. */
export function TrashSelection({ loaded, selection, isBusy, onRestore }: TrashSelectionProps) {
  const { selected, select, clear } = selection;
  const chosen = loaded.rows.filter(({ id }) => selected.has(id));
  return (
    <SelectionBar
      count={chosen.length}
      onClear={clear}
      extra={
        <SelectEverything list={binList} loaded={loaded} selected={selected} onSelect={select} />
      }
      tools={
        <SelectionBarTool
          icon={<IconArrowBackUp size={17} stroke={1.7} aria-hidden />}
          onClick={() => !isBusy && onRestore(chosen)}
        >
          {isBusy ? 'Restaurando...' : 'Restaurar'}
        </SelectionBarTool>
      }
    />
  );
}
