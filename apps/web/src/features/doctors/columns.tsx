import type { Doctor } from '@simiente/contract/doctors';
import { formatCount } from '../../lib/format/numbers.ts';
import { PersonCell } from '../../ui/status/PersonCell.tsx';
import type { DataTableColumn, MobileRow, TableSort } from '../../ui/table/table-types.ts';
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
    cell: (doctor) => <Line text={specialtiesOf(doctor)} />,
  },
  {
    id: 'email',
    header: 'Correo',
    width: '25%',
    hideBelow: 'md',
    cell: ({ email }) => <Line text={email ?? NOTHING} />,
  },
  {
    id: 'upcoming',
    header: 'Próximas citas',
    width: 'max(132px, 12vw)',
    align: 'right',
    cell: ({ upcoming }) => formatCount(upcoming),
  },
];

/** One line that ends in an ellipsis where it does not fit, and says it all in its title. */
function Line({ text }: { text: string }) {
  return (
    <span className={classes.line} title={text === NOTHING ? undefined : text}>
      {text}
    </span>
  );
}

/** A doctor below 48em. */
export function doctorMobileRow(doctor: Doctor): MobileRow {
  const { upcoming, retiredAt } = doctor;
  return {
    title: nameOf(doctor),
    aside: retiredAt === null ? undefined : <span className={classes.retired}>Retirado</span>,
    facts: `${specialtiesOf(doctor)} · ${describeUpcoming(upcoming)}`,
  };
}

export function describeUpcoming(upcoming: number): string {
  return `${formatCount(upcoming)} ${upcoming === 1 ? 'cita próxima' : 'citas próximas'}`;
}

/** The wire's order as the table's, and back; there is an order by name alone. */
export function toTableSort(sort: 'name' | '-name'): TableSort {
  return { key: 'name', direction: sort === 'name' ? 'asc' : 'desc' };
}

export function fromTableSort({ direction }: TableSort): 'name' | '-name' {
  return direction === 'asc' ? 'name' : '-name';
}
