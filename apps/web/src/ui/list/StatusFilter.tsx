import type { Tone } from '../../theme/tokens.ts';
import { FilterButton, FilterGroup } from './FilterButton.tsx';

interface StatusFilterProps<Status extends string> {
  statuses: readonly Status[];
  names: Readonly<Record<Status, string>>;
  tones: Readonly<Record<Status, Tone>>;
  /** Undefined until they are known. */
  counts: Readonly<Record<Status, number>> | undefined;
  chosen: Status | undefined;
  onChoose: (status: Status | undefined) => void;
}

/** 'Todos' and each status, of which one is chosen, with how many records there are of each. */
export function StatusFilter<Status extends string>(props: StatusFilterProps<Status>) {
  const { statuses, names, tones, counts, chosen, onChoose } = props;
  return (
    <FilterGroup label="Filtrar por estado">
      <FilterButton
        label="Todos"
        pressed={chosen === undefined}
        onToggle={() => onChoose(undefined)}
        count={counts ? statuses.reduce((sum, status) => sum + counts[status], 0) : null}
      />
      {statuses.map((status) => (
        <FilterButton
          key={status}
          label={names[status]}
          dot={tones[status]}
          pressed={chosen === status}
          onToggle={() => onChoose(status)}
          count={counts ? counts[status] : null}
        />
      ))}
    </FilterGroup>
  );
}
