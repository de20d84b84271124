import { partnerTypes } from '@simiente/contract/partner-filters';
import { IconMapPin } from '@tabler/icons-react';
import {
  FilterButton,
  FilterGroup,
  LabelledFilterGroup,
  Toolbar,
} from '../../ui/page/FilterButton.tsx';
import { partnerType } from './partner-type.ts';
import type { ListFilters } from './use-list-filters.ts';

interface PartnersToolbarProps {
  filters: ListFilters;
  onChange: (next: Partial<ListFilters>) => void;
}

/** The types at the left, and at the right whether those without branches are wanted. */
export function PartnersToolbar({ filters, onChange }: PartnersToolbarProps) {
  return (
    <Toolbar
      right={
        <LabelledFilterGroup label="Otros filtros">
          <FilterButton
            strong
            label="Con sucursales"
            icon={<IconMapPin size={17} stroke={1.7} aria-hidden />}
            pressed={filters.withBranches}
            onToggle={() => onChange({ withBranches: !filters.withBranches })}
          />
        </LabelledFilterGroup>
      }
    >
      <FilterGroup label="Filtrar por tipo">
        <FilterButton
          label="Todos"
          pressed={filters.type === undefined}
          onToggle={() => onChange({ type: undefined })}
        />
        {partnerTypes.map((type) => (
          <FilterButton
            key={type}
            label={partnerType(type).label}
            dot={partnerType(type).tone}
            pressed={filters.type === type}
            onToggle={() => onChange({ type })}
          />
        ))}
      </FilterGroup>
    </Toolbar>
  );
}
