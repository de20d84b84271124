import { orderTitles as titles } from '@simiente/contract/common/column-titles';
import type { ListedOrder } from '@simiente/contract/exam-orders/calls';
import { DateText } from '../../../ui/page/DateText.tsx';
import { StatusPill } from '../../../ui/status/StatusPill.tsx';
import { CellLine } from '../../../ui/table/CellLine.tsx';
import { TwoLines } from '../../../ui/table/TwoLines.tsx';
import { type MobileRow, toColumns } from '../../../ui/table/table-types.ts';
import type { RowLayout } from '../../records/public.ts';
import { OrderDeadline } from '../OrderDeadline.tsx';
import {
  describePlace,
  describeReceived,
  describeRejection,
  describeStudies,
  orderStatus,
} from '../words.ts';
import classes from './columns.module.css';

export const orderLayout: RowLayout<ListedOrder> = {
  columns: toColumns<ListedOrder>(titles, {
    folio: {
      width: '108px',
      cell: ({ folio }) => <span className={classes.folio}>{folio}</span>,
    },
    patient: {
      cell: (order) => (
        <>
          <CellLine text={order.patient.name} isStrong />{' '}
          <span className={classes.ifNarrow} title={describeStudies(order)}>
            {describeStudies(order)}
          </span>
        </>
      ),
    },
    study: {
      width: '15%',
      hideBelow: 'lg',
      cell: (order) => (
        <TwoLines
          first={describeStudies(order)}
          second={describeRejection(order) ?? describeReceived(order)}
        />
      ),
    },
    laboratory: {
      width: '19%',
      hideBelow: 'lg',
      cell: ({ partner, branch }) => <TwoLines first={partner.name} second={branch.name} />,
    },
    dueAt: {
      header: titles.due,
      sorts: 'asc',
      width: '206px',
      cell: (order) => <OrderDeadline order={order} />,
    },
    createDate: {
      sorts: 'desc',
      width: '112px',
      hideBelow: 'lg',
      cell: ({ createDate }) => <DateText value={createDate} />,
    },
    state: {
      width: '130px',
      skeleton: 'pill',
      cell: (order) => <StatusPill {...orderStatus(order)} />,
    },
  }),
  mobileRow,
  getName: ({ folio, patient }) => `${folio}, ${patient.name}`,
};

function mobileRow(order: ListedOrder): MobileRow {
  return {
    title: order.patient.name,
    aside: <StatusPill {...orderStatus(order)} />,
    facts: (
      <>
        <span className={classes.folio}>{order.folio}</span> · <OrderDeadline order={order} />
        <span className={classes.second}>
          {describeRejection(order) ?? describeStudies(order)} · {describePlace(order)}
        </span>
      </>
    ),
  };
}
