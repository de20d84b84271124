import type { PatientSort } from '@simiente/contract/patient-filters';
import type { PatientSummary } from '@simiente/contract/patients';
import { IconPlus } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { formatCount } from '../../lib/format/numbers.ts';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { EmptyList } from '../../ui/page/EmptyList.tsx';
import { PageHead } from '../../ui/page/PageHead.tsx';
import { SearchBox } from '../../ui/page/SearchBox.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { RowLink } from '../../ui/table/table-types.ts';
import { WithoutPatientNotice } from '../calendly/public.ts';
import { CountedList } from '../list-exports/public.ts';
import { PeriodChips } from '../period/public.ts';
import { fromTableSort, pagesProps, toTableSort, useSelection } from '../records/public.ts';
import { PageCrumbs, PageTitle } from '../shell/public.ts';
import { patientColumns, patientMobileRow } from './columns.tsx';
import { LazyPatientForm } from './LazyPatientForm.tsx';
import type { PatientRequest } from './PatientForm.tsx';
import classes from './PatientsPage.module.css';
import { PatientsSelection } from './PatientsSelection.tsx';
import { PatientsToolbar } from './PatientsToolbar.tsx';
import { type ListFilters, useListFilters } from './use-list-filters.ts';
import { patientsInput, usePatients } from './use-patients.ts';

const getRowId = (patient: PatientSummary) => patient.idUser;
const getRowName = (patient: PatientSummary) => patient.name;
const patientLink: RowLink<PatientSummary> = ({ idUser }, props) => (
  <Link to="/pacientes/$idUser" params={{ idUser }} {...props} />
);

/** /pacientes: the list, its filters, and what is done with the rows that are checked. */
export function PatientsPage() {
  const { filters, isFiltered, change, search, clear } = useListFilters();
  const list = usePatients(filters);
  const { total, totalIsCapped } = list;
  const { selected, select, clear: clearSelection } = useSelection(JSON.stringify(filters));

  const navigate = useNavigate();
  const [requested, setRequested] = useState<PatientRequest | null>(null);
  const openNew = () => setRequested({ record: null });

  return (
    <>
      <PageTitle>Pacientes</PageTitle>
      <PageCrumbs crumbs={[{ label: 'Pacientes' }]} />
      <PageHead
        title="Pacientes"
        context={
          <ListContext>
            <CountedList
              request={{ list: 'patients', filters: patientsInput(filters)(undefined) }}
              total={total}
              totalIsCapped={totalIsCapped}
              noun={['paciente', 'pacientes']}
            >
              {total !== undefined && describeTotal(total, totalIsCapped, filters)}
            </CountedList>
          </ListContext>
        }
        search={<SearchBox label="Buscar paciente" value={filters.search} onChange={search} />}
        action={
          <LockButton icon={<IconPlus size={17} stroke={1.7} aria-hidden />} onClick={openNew}>
            Crear paciente
          </LockButton>
        }
      />
      <PatientsToolbar filters={filters} page={list.newest} onChange={change} />
      <PeriodChips
        name="Creación"
        search={filters.period}
        onChange={(period) => change({ period })}
      />
      <DataTable
        label="Pacientes"
        columns={patientColumns}
        {...pagesProps(list, 'Error al cargar los pacientes')}
        getRowId={getRowId}
        getRowName={getRowName}
        mobileRow={patientMobileRow}
        rowLink={patientLink}
        selection={{ selected, onChange: select }}
        sort={toTableSort(filters.sort)}
        onSortChange={(sort) => change({ sort: fromTableSort<PatientSort>(sort) })}
        empty={
          <EmptyList
            isFiltered={isFiltered}
            onClear={clear}
            create={{ label: 'Crear paciente', onClick: openNew }}
          >
            Los pacientes aparecerán aquí en cuanto se registren, se importen o los crees.
          </EmptyList>
        }
        bar={
          <PatientsSelection
            selected={selected}
            onSelect={select}
            onClear={clearSelection}
            onEdit={(patient) => setRequested({ record: patient })}
            loaded={list}
          />
        }
      />
      <LazyPatientForm
        name="patient list"
        requested={requested}
        // Whoever makes a patient goes on with them; under these filters they might not even be listed.
        onCreated={(idUser) => void navigate({ to: '/pacientes/$idUser', params: { idUser } })}
      />
    </>
  );
}

/** How many there are, and at its side what waits for a patient. */
function ListContext({ children }: { children: ReactNode }) {
  return (
    <span className={classes.context}>
      <span>{children}</span>
      <WithoutPatientNotice />
    </span>
  );
}

function describeTotal(total: number, isCapped: boolean, filters: ListFilters): string {
  const figure = formatCount(total, isCapped);
  if (filters.search !== '' || filters.status !== 0) {
    return `${figure} ${total === 1 ? 'resultado' : 'resultados'}`;
  }
  if (filters.upcoming)
    return `${figure} ${total === 1 ? 'paciente' : 'pacientes'} con cita próxima`;
  return `${figure} ${total === 1 ? 'paciente registrado' : 'pacientes registrados'}`;
}
