import { partnerTypes } from '@simiente/contract/partners/filters';
import { IconMapPin } from '@tabler/icons-react';
import {
  FilterButton,
  FilterGroup,
  LabelledFilterGroup,
  Toolbar,
} from '../../ui/list/FilterButton.tsx';
import type { ListView } from '../records/public.ts';
import { partnerType } from './partner-type.tsx';
import type { PartnersSearch } from './partners-search.ts';

/** Filters by type on the left; on the right, only partners with branches. */
export function PartnersToolbar({ view }: { view: ListView<PartnersSearch> }) {
  const { tipo, sucursales } = view.search;
  return (
    <Toolbar
      right={
        <LabelledFilterGroup label="Otros filtros">
          <FilterButton
            strong
            label="Con sucursales"
            icon={<IconMapPin size={17} stroke={1.7} aria-hidden />}
            pressed={sucursales}
            onToggle={() => view.change({ sucursales: !sucursales })}
          />
        </LabelledFilterGroup>
      }
    >
      <FilterGroup label="Filtrar por tipo">
        <FilterButton
          label="Todos"
          pressed={tipo === undefined}
          onToggle={() => view.change({ tipo: undefined })}
        />
        {partnerTypes.map((type) => (
          <FilterButton
            key={type}
            label={partnerType(type).label}
            dot={partnerType(type).tone}
            pressed={tipo === type}
            onToggle={() => view.change({ tipo: type })}
          />
        ))}
      </FilterGroup>
    </Toolbar>
  );
}
