import { LARGEST_SEARCHED_TOTAL } from '@simiente/contract/common/page-sizes';
import type { PatientPage } from '@simiente/contract/patients/calls';
import {
  type StatusFilter,
  type UpcomingSpan,
  upcomingSpans,
} from '@simiente/contract/patients/filters';
import {
  IconArrowDown,
  IconArrowUp,
  IconCalendarEvent,
  IconClock,
  IconId,
} from '@tabler/icons-react';
import {
  FilterButton,
  FilterGroup,
  LabelledFilterGroup,
  Toolbar,
} from '../../../ui/list/FilterButton.tsx';
import type { ListView } from '../../records/public.ts';
import { statusButtons } from '../patient-status.ts';
import { type PatientsSearch, patientsSearch } from './patients-search.ts';

interface PatientsToolbarProps {
  view: ListView<PatientsSearch>;
  /** Undefined until the first page has loaded. */
  page: PatientPage | undefined;
}

/** The status buttons at the left, 'Otros filtros' at the right. */
export function PatientsToolbar({ view, page }: PatientsToolbarProps) {
  return (
    <Toolbar right={<OtherFilters view={view} />}>
      <FilterGroup label="Filtrar por estatus">
        {statusButtons.map(({ value, label, dot }) => (
          <FilterButton
            key={value}
            label={label}
            pressed={view.search.estatus === value}
            onToggle={() => view.change({ estatus: value })}
            count={page ? getCount(page, value) : null}
            countIsCapped={page?.countsAreCapped ?? false}
            {...(dot !== undefined && { dot })}
          />
        ))}
      </FilterGroup>
    </Toolbar>
  );
}

function getCount({ counts, countsAreCapped }: PatientPage, status: StatusFilter): number {
  if (status !== 0) return counts[status];
  return countsAreCapped ? LARGEST_SEARCHED_TOTAL : counts[1] + counts[2] + counts[3] + counts[4];
}

/** The order that 'Último Acceso' sets next: newest first, oldest first, and back to the list's own. */
const nextOrder = {
  '-lastConnection': 'lastConnection',
  lastConnection: patientsSearch.initial.orden,
} as const;

const spanNames: Readonly<Record<UpcomingSpan, string>> = {
  today: 'Hoy',
  tomorrow: 'Mañana',
  week: 'Semana',
};

function OtherFilters({ view }: Pick<PatientsToolbarProps, 'view'>) {
  const { orden, citas, dia, incompleta, sinAviso } = view.search;
  const order = orden === 'lastConnection' || orden === '-lastConnection' ? orden : undefined;
  const Arrow = order === 'lastConnection' ? IconArrowUp : IconArrowDown;
  const direction = order === 'lastConnection' ? 'más antiguo primero' : 'más reciente primero';
  return (
    <LabelledFilterGroup label="Otros filtros">
      <FilterButton
        strong
        label="Citas"
        icon={<IconCalendarEvent size={17} stroke={1.7} aria-hidden />}
        pressed={citas}
        onToggle={() =>
          view.change(
            citas
              ? { citas: false, dia: undefined, orden: patientsSearch.initial.orden }
              : { citas: true, orden: 'nextAppointment' },
          )
        }
      />
      {citas &&
        upcomingSpans.map((span) => (
          <FilterButton
            key={span}
            label={spanNames[span]}
            pressed={dia === span}
            onToggle={() => view.change({ dia: dia === span ? undefined : span })}
          />
        ))}
      <FilterButton
        strong
        label="Último Acceso"
        icon={<IconClock size={17} stroke={1.7} aria-hidden />}
        pressed={order !== undefined}
        mark={order && <Arrow size={17} stroke={1.9} aria-hidden />}
        {...(order && { 'aria-label': `Último Acceso, ${direction}` })}
        onToggle={() => view.change({ orden: order ? nextOrder[order] : '-lastConnection' })}
      />
      <FilterButton
        strong
        label="Ficha incompleta"
        icon={<IconId size={17} stroke={1.7} aria-hidden />}
        pressed={incompleta}
        onToggle={() => view.change({ incompleta: !incompleta })}
      />
      {sinAviso && (
        <FilterButton
          strong
          label="Sin aviso de privacidad"
          pressed
          onToggle={() => view.change({ sinAviso: false })}
        />
      )}
    </LabelledFilterGroup>
  );
}
