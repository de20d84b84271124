import type { Doctor } from '@simiente/contract/doctors';
import { IconPlus } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { formatCount } from '../../lib/format/numbers.ts';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { EmptyList } from '../../ui/page/EmptyList.tsx';
import { FilterButton, FilterGroup, Toolbar } from '../../ui/page/FilterButton.tsx';
import { PageHead } from '../../ui/page/PageHead.tsx';
import { SearchBox } from '../../ui/page/SearchBox.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { RowLink } from '../../ui/table/table-types.ts';
import { CountedList } from '../list-exports/public.ts';
import { fromTableSort, pagesProps, toTableSort } from '../records/public.ts';
import { PageCrumbs, PageTitle } from '../shell/public.ts';
import { doctorColumns, doctorMobileRow } from './columns.tsx';
import { DoctorForm, type DoctorRequest } from './DoctorForm.tsx';
import { stateFilters } from './list-search.ts';
import { doctorsInput, useDoctors } from './use-doctors.ts';
import { type ListFilters, useListFilters } from './use-list-filters.ts';

const getRowId = (doctor: Doctor) => doctor.idDoctor;
const getRowName = (doctor: Doctor) => doctor.name;
const doctorLink: RowLink<Doctor> = ({ idDoctor }, props) => (
  <Link to="/medicos/$idDoctor" params={{ idDoctor }} {...props} />
);

/** /medicos: the list, its filters, and how a doctor is added to it. */
export function DoctorsPage() {
  const { filters, isFiltered, change, search, clear } = useListFilters();
  const list = useDoctors(filters);
  const { total, totalIsCapped } = list;
  const navigate = useNavigate();
  const [requested, setRequested] = useState<DoctorRequest | null>(null);
  const openNew = () => setRequested({ record: null });

  return (
    <>
      <PageTitle>Médicos</PageTitle>
      <PageCrumbs crumbs={[{ label: 'Médicos' }]} />
      <PageHead
        title="Médicos"
        context={
          <CountedList
            request={{ list: 'doctors', filters: doctorsInput(filters)(undefined) }}
            total={total}
            totalIsCapped={totalIsCapped}
            noun={['médico', 'médicos']}
          >
            {total !== undefined && describeTotal(total, totalIsCapped, filters)}
          </CountedList>
        }
        search={<SearchBox label="Buscar médico" value={filters.search} onChange={search} />}
        action={
          <LockButton
            icon={<IconPlus size={17} stroke={1.7} aria-hidden />}
            aria-haspopup="dialog"
            onClick={openNew}
          >
            Crear médico
          </LockButton>
        }
      />
      <Toolbar>
        <FilterGroup label="Filtrar por estado">
          {stateFilters.map(({ value, label }) => (
            <FilterButton
              key={value}
              label={label}
              pressed={filters.state === value}
              onToggle={() => change({ state: value })}
            />
          ))}
        </FilterGroup>
      </Toolbar>
      <DataTable
        label="Médicos"
        columns={doctorColumns}
        {...pagesProps(list, 'Error al cargar los médicos')}
        getRowId={getRowId}
        getRowName={getRowName}
        mobileRow={doctorMobileRow}
        rowLink={doctorLink}
        sort={toTableSort(filters.sort)}
        onSortChange={(sort) => change({ sort: fromTableSort<ListFilters['sort']>(sort) })}
        empty={
          <EmptyList
            isFiltered={isFiltered}
            onClear={clear}
            create={{ label: 'Crear médico', onClick: openNew }}
          >
            Los médicos aparecerán aquí en cuanto los crees o se importen.
          </EmptyList>
        }
      />
      <DoctorForm
        name="doctor new"
        requested={requested}
        onCreated={({ idDoctor }) =>
          void navigate({ to: '/medicos/$idDoctor', params: { idDoctor } })
        }
      />
    </>
  );
}

function describeTotal(total: number, isCapped: boolean, { search, state }: ListFilters): string {
  const figure = formatCount(total, isCapped);
  if (search !== '') return `${figure} ${total === 1 ? 'resultado' : 'resultados'}`;
  if (state === 'retired')
    return `${figure} ${total === 1 ? 'médico retirado' : 'médicos retirados'}`;
  return `${figure} ${total === 1 ? 'médico' : 'médicos'}`;
}
