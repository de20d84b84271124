import { LARGEST_SEARCHED_TOTAL } from '@simiente/contract/common/page-sizes';
import type { StatusFilter } from '@simiente/contract/patient-filters';
import type { PatientPage } from '@simiente/contract/patients';
import { IconArrowDown, IconArrowUp, IconCalendarEvent, IconClock } from '@tabler/icons-react';
import {
  FilterButton,
  FilterGroup,
  LabelledFilterGroup,
  Toolbar,
} from '../../ui/page/FilterButton.tsx';
import { DEFAULT_SORT } from './list-search.ts';
import { statusButtons } from './patient-status.ts';
import type { ListFilters } from './use-list-filters.ts';

interface PatientsToolbarProps {
  filters: ListFilters;
  page: Pick<PatientPage, 'counts' | 'countsAreCapped'> | undefined;
  onChange: (next: Partial<ListFilters>) => void;
}

/** The status buttons at the left, 'Otros filtros' at the right. */
export function PatientsToolbar({ filters, page, onChange }: PatientsToolbarProps) {
  return (
    <Toolbar right={<OtherFilters filters={filters} onChange={onChange} />}>
      <FilterGroup label="Filtrar por estatus">
        {statusButtons.map(({ value, label, dot }) => (
          <FilterButton
            key={value}
            label={label}
            pressed={filters.status === value}
            onToggle={() => onChange({ status: value })}
            count={page && countOf(page, value)}
            countIsCapped={page?.countsAreCapped ?? false}
            {...(dot !== undefined && { dot })}
          />
        ))}
      </FilterGroup>
    </Toolbar>
  );
}

function countOf(
  { counts, countsAreCapped }: Pick<PatientPage, 'counts' | 'countsAreCapped'>,
  status: StatusFilter,
): number {
  if (status !== 0) return counts[status];
  return countsAreCapped ? LARGEST_SEARCHED_TOTAL : counts[1] + counts[2] + counts[3] + counts[4];
}

/** The order that 'Último Acceso' sets next: newest first, oldest first, and back to the list's own. */
const nextOrder = {
  '-lastConnection': 'lastConnection',
  lastConnection: DEFAULT_SORT,
} as const;

function OtherFilters({ filters, onChange }: Omit<PatientsToolbarProps, 'page'>) {
  const { sort, upcoming } = filters;
  const order = sort === 'lastConnection' || sort === '-lastConnection' ? sort : undefined;
  const Arrow = order === 'lastConnection' ? IconArrowUp : IconArrowDown;
  const direction = order === 'lastConnection' ? 'más antiguo primero' : 'más reciente primero';
  return (
    <LabelledFilterGroup label="Otros filtros">
      <FilterButton
        strong
        label="Citas"
        icon={<IconCalendarEvent size={17} stroke={1.7} aria-hidden />}
        pressed={upcoming}
        onToggle={() => onChange({ upcoming: !upcoming })}
      />
      <FilterButton
        strong
        label="Último Acceso"
        icon={<IconClock size={17} stroke={1.7} aria-hidden />}
        pressed={order !== undefined}
        mark={order && <Arrow size={17} stroke={1.9} aria-hidden />}
        {...(order && { 'aria-label': `Último Acceso, ${direction}` })}
        onToggle={() => onChange({ sort: order ? nextOrder[order] : '-lastConnection' })}
      />
    </LabelledFilterGroup>
  );
}
