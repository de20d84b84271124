import type { Doctor } from '@simiente/contract/doctors';
import { formatCount } from '../../lib/format/numbers.ts';
import { PersonCell } from '../../ui/status/PersonCell.tsx';
import { CellLine } from '../../ui/table/CellLine.tsx';
import type { DataTableColumn, MobileRow } from '../../ui/table/table-types.ts';
import classes from './columns.module.css';

/** What stands for something that nobody wrote. */
const NOTHING = '—';

const specialtiesOf = ({ specialties }: Doctor) => specialties.join(', ') || NOTHING;
const nameOf = ({ name }: Doctor) => `Dr ${name}`;

export const doctorColumns: readonly DataTableColumn<Doctor>[] = [
  {
    id: 'name',
    header: 'Nombre',
    sortKey: 'name',
    firstDirection: 'asc',
    skeleton: 'person',
    cell: (doctor) => (
      <PersonCell
        name={nameOf(doctor)}
        tone="staff"
        detail={doctor.retiredAt === null ? undefined : 'Retirado'}
      />
    ),
  },
  {
    id: 'specialties',
    header: 'Especialidades',
    width: '26%',
    cell: ({ specialties }) => <CellLine text={specialties.join(', ')} />,
  },
  {
    id: 'email',
    header: 'Correo',
    width: '25%',
    hideBelow: 'md',
    cell: ({ email }) => <CellLine text={email} />,
  },
  {
    id: 'upcoming',
    header: 'Próximas citas',
    width: 'max(132px, 12vw)',
    align: 'right',
    cell: ({ upcoming }) => formatCount(upcoming),
  },
];

/** A doctor below 48em. */
export function doctorMobileRow(doctor: Doctor): MobileRow {
  const { upcoming, retiredAt } = doctor;
  return {
    title: nameOf(doctor),
    aside: retiredAt === null ? undefined : <span className={classes.retired}>Retirado</span>,
    facts: `${describeUpcoming(upcoming)} · ${specialtiesOf(doctor)}`,
  };
}

export function describeUpcoming(upcoming: number): string {
  return `${formatCount(upcoming)} ${upcoming === 1 ? 'cita próxima' : 'citas próximas'}`;
}
