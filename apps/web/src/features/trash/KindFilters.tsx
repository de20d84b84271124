import type { TrashPage } from '@simiente/contract/trash';
import { type TrashKind, trashKinds } from '@simiente/contract/trash-filters';
import { FilterButton, FilterGroup, Toolbar } from '../../ui/page/FilterButton.tsx';
import { kindTitles } from './list-search.ts';

interface KindFiltersProps {
  /** None: all of them. */
  chosen: TrashKind | undefined;
  /** Unknown while they are counted. */
  counts: TrashPage['counts'] | undefined;
  onChoose: (kind: TrashKind | undefined) => void;
}

/** One button a kind, with how many of it the bin has. */
export function KindFilters({ chosen, counts, onChoose }: KindFiltersProps) {
  return (
    <Toolbar>
      <FilterGroup label="Filtrar por tipo">
        <FilterButton
          label="Todos"
          pressed={chosen === undefined}
          onToggle={() => onChoose(undefined)}
          count={counts && Object.values(counts).reduce((sum, figure) => sum + figure, 0)}
        />
        {trashKinds.map((kind) => (
          <FilterButton
            key={kind}
            label={kindTitles[kind]}
            pressed={chosen === kind}
            onToggle={() => onChoose(kind)}
            count={counts?.[kind]}
          />
        ))}
      </FilterGroup>
    </Toolbar>
  );
}
