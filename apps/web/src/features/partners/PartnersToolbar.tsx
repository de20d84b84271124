import { partnerTypes } from '@simiente/contract/partners/filters';
import { IconMapPin } from '@tabler/icons-react';
import { ChoiceFilter } from '../../ui/list/ChoiceFilter.tsx';
import { FilterButton, LabelledFilterGroup, Toolbar } from '../../ui/list/FilterButton.tsx';
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
      <ChoiceFilter
        label="Filtrar por tipo"
        choices={partnerTypes}
        getName={(type) => partnerType(type).label}
        getTone={(type) => partnerType(type).tone}
        chosen={tipo}
        onChoose={(type) => view.change({ tipo: type })}
      />
    </Toolbar>
  );
}
