import type { PatientSummary } from '@simiente/contract/patients';
import { DateText } from '../../ui/page/DateText.tsx';
import { PersonCell } from '../../ui/status/PersonCell.tsx';
import { StatusPill } from '../../ui/status/StatusPill.tsx';
import type { DataTableColumn, MobileRow } from '../../ui/table/table-types.ts';
import classes from './columns.module.css';
import { patientStatus } from './patient-status.ts';

function PatientPill({ status }: { status: number | null }) {
  const { tone, tag } = patientStatus(status);
  return <StatusPill tone={tone} label={tag} />;
}

export const patientColumns: readonly DataTableColumn<PatientSummary>[] = [
  {
    id: 'name',
    header: 'Nombre',
    sortKey: 'name',
    firstDirection: 'asc',
    skeleton: 'person',
    cell: ({ name, email }) => <PersonCell name={name} detail={email ?? undefined} />,
  },
  {
    id: 'createDate',
    header: 'Fecha de creación',
    sortKey: 'createDate',
    firstDirection: 'desc',
    width: 'max(144px, 14vw)',
    cell: ({ createDate }) => <DateText value={createDate} />,
  },
  {
    id: 'lastConnection',
    header: 'Último acceso',
    sortKey: 'lastConnection',
    firstDirection: 'desc',
    width: 'max(144px, 14vw)',
    cell: ({ lastConnection }) => <DateText value={lastConnection} />,
  },
  {
    id: 'status',
    header: 'Estatus',
    sortKey: 'status',
    firstDirection: 'asc',
    width: 'max(132px, 11.5vw)',
    skeleton: 'pill',
    cell: ({ status }) => <PatientPill status={status} />,
  },
];

/** A patient below 48em. */
export function patientMobileRow({
  name,
  status,
  createDate,
  lastConnection,
}: PatientSummary): MobileRow {
  return {
    title: name,
    aside: <PatientPill status={status} />,
    facts: (
      <>
        <span className={classes.fact}>
          Creado <DateText value={createDate} /> ·
        </span>{' '}
        <span className={classes.fact}>
          Acceso <DateText value={lastConnection} />
        </span>
      </>
    ),
  };
}
