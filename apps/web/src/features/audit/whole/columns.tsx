import type { AuditRow } from '@simiente/contract/audit/calls';
import { auditedPerson, auditSentence, trailActor } from '@simiente/contract/audit/sentence';
import { auditTitles as titles } from '@simiente/contract/common/column-titles';
import { describeDevice } from '@simiente/contract/format/device-words';
import { DateText } from '../../../ui/page/DateText.tsx';
import { CellLine } from '../../../ui/table/CellLine.tsx';
import { TwoLines } from '../../../ui/table/TwoLines.tsx';
import { type DataTableColumn, type MobileRow, toColumns } from '../../../ui/table/table-types.ts';
import type { RowLayout } from '../../records/public.ts';
import { ActorMark } from '../TrailList.tsx';
import classes from './columns.module.css';

interface ColumnOptions {
  /** IANA name of the clinic's zone. */
  timeZone: string;
  /** Beside the panel there is less room. */
  isNarrow: boolean;
}

/** How the rows of the whole audit are rendered: who, what, about whom, from where. */
export function auditLayout(options: ColumnOptions): RowLayout<AuditRow> {
  return {
    columns: columns(options),
    mobileRow: (row) => mobileRow(row, options),
    getName: (row) => `${trailActor(row)}: ${auditSentence(row, options.timeZone)}`,
  };
}

function columns({ timeZone, isNarrow }: ColumnOptions): readonly DataTableColumn<AuditRow>[] {
  return toColumns<AuditRow>(titles, {
    at: {
      sorts: 'desc',
      width: '168px',
      cell: ({ at }) => <DateText value={at} hour />,
    },
    actor: {
      width: isNarrow ? '26%' : 'max(190px, 22%)',
      skeleton: 'person',
      cell: (row) => <Actor row={row} />,
    },
    act: {
      isLink: true,
      cell: (row) => <CellLine text={auditSentence(row, timeZone)} isLong />,
    },
    about: {
      width: '19%',
      hideBelow: 'md',
      cell: (row) => <CellLine text={auditedPerson(row)} />,
    },
    ...(!isNarrow && {
      from: {
        width: '168px',
        hideBelow: 'lg' as const,
        cell: (row: AuditRow) => <Origin row={row} />,
      },
    }),
  });
}

function Actor({ row }: { row: AuditRow }) {
  const name = trailActor(row);
  return (
    <span className={classes.actor}>
      <ActorMark kind={row.actor.kind} name={name} size={32} />
      <span className={classes.words}>
        <span className={classes.name} title={name}>
          {name}
        </span>
        {row.actor.email !== null && (
          <span className={classes.email} title={row.actor.email}>
            {row.actor.email}
          </span>
        )}
      </span>
    </span>
  );
}

/** 'Chrome en Windows', and below it the address. */
function Origin({ row: { userAgent, address } }: { row: AuditRow }) {
  if (address === null) return <span className={classes.server}>Servidor</span>;
  return <TwoLines first={describeDevice(userAgent).words} second={address} />;
}

function mobileRow(row: AuditRow, { timeZone }: ColumnOptions): MobileRow {
  const about = auditedPerson(row);
  const name = trailActor(row);
  return {
    title: auditSentence(row, timeZone),
    picture: <ActorMark kind={row.actor.kind} name={name} size={34} />,
    facts: (
      <>
        {name}
        {about !== '' && ` · ${about}`} · <DateText value={row.at} hour />
      </>
    ),
  };
}
