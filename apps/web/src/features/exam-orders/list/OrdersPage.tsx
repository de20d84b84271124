import { Select } from '@mantine/core';
import { orderTitles as titles } from '@simiente/contract/common/column-titles';
import type { ListedOrder, OrderPage, StudyDays } from '@simiente/contract/exam-orders/calls';
import { orderStateNames, orderStates } from '@simiente/contract/exam-orders/states';
import { examTypeLabel } from '@simiente/contract/exams/catalogue';
import { offeredExamTypes } from '@simiente/contract/exams/types';
import { IconCalendar, IconCalendarTime, IconClockExclamation } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { cache, queries } from '../../../lib/api/client.ts';
import { formatCount, pluralize } from '../../../lib/format/numbers.ts';
import { lazyOnUse } from '../../../lib/lazy-on-use.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { ChoiceFilter, FilterButton, Toolbar } from '../../../ui/list/FilterButton.tsx';
import { DateText } from '../../../ui/page/DateText.tsx';
import { StatusPill } from '../../../ui/status/StatusPill.tsx';
import { CellLine, TwoLines } from '../../../ui/table/CellLine.tsx';
import { toColumns } from '../../../ui/table/table-types.ts';
import { useToastMutation } from '../../../ui/toasts/notify.tsx';
import { LaboratoryFilter } from '../../exams/public.ts';
import { DayFilter } from '../../period/public.ts';
import {
  type ListView,
  listQuery,
  pageInput,
  RecordsPage,
  type RowLayout,
  useListPages,
  useListView,
} from '../../records/public.ts';
import { Can } from '../../session/public.ts';
import { OrderDeadline } from '../OrderDeadline.tsx';
import {
  describePlace,
  describeReceived,
  describeRejection,
  orderStatus,
  orderTones,
} from '../words.ts';
import classes from './columns.module.css';
import { type OrdersSearch, ordersSearch } from './orders-search.ts';

const StudyDaysDialog = lazyOnUse(() => import('./StudyDaysDialog.tsx'));

const daysOptions = queries.examOrders.days.queryOptions();

/** 'Plazos': the days after which an order is overdue, by study. */
function StudyDaysButton() {
  const [requested, setRequested] = useState<{ readonly record: readonly StudyDays[] } | null>(
    null,
  );
  const opening = useToastMutation('No se pudieron cargar los plazos', {
    mutationFn: () => cache.fetchQuery({ ...daysOptions, staleTime: 0 }),
    retry: false,
    onSuccess: ({ data }) => setRequested({ record: data.studies }),
  });
  return (
    <>
      <Button
        kind="default"
        icon={IconCalendarTime}
        aria-haspopup="dialog"
        onClick={() => opening.mutate()}
      >
        Plazos
      </Button>
      {requested && <StudyDaysDialog requested={requested} />}
    </>
  );
}

const NOUN = ['orden', 'órdenes'] as const;

/** /ordenes: the orders of all patients, with their state. */
export function OrdersPage() {
  const view = useListView(ordersSearch, useSearch({ from: '/_shell/_guarded/ordenes' }));
  const loaded = useListPages(orderList, listQuery(queries.examOrders.listAll, ordersInput(view)));

  return (
    <RecordsPage
      title="Órdenes"
      file={{ request: { list: 'orders', filters: ordersInput(view)(undefined) }, noun: NOUN }}
      count={loaded.newest && describeList(loaded.newest, view.isFiltered)}
      searchLabel="Buscar folio o paciente"
      action={
        <Can capability="analytes.manage">
          <StudyDaysButton />
        </Can>
      }
      layout={orderLayout}
      loaded={loaded}
      view={view}
      failure="No se pudieron cargar las órdenes"
      rowLink={({ idUser, idOrder }) => (
        <Link to="/pacientes/$idUser" params={{ idUser }} hash={idOrder} />
      )}
      empty="Las órdenes se crean en la página de cada paciente."
      create={{ label: 'Ver pacientes', link: <Link to="/pacientes" /> }}
    >
      <OrdersToolbar
        view={view}
        counts={loaded.newest?.counts}
        laboratory={loaded.newest?.laboratory}
      />
    </RecordsPage>
  );
}

/** '303 órdenes, 12 vencidas' */
function describeList({ total, totalIsCapped, counts }: OrderPage, isFiltered: boolean): string {
  const count = pluralize(total, isFiltered ? ['resultado', 'resultados'] : NOUN, {
    isCapped: totalIsCapped,
  });
  if (isFiltered || counts.overdue === 0) return count;
  return `${count}, ${formatCount(counts.overdue)} ${counts.overdue === 1 ? 'vencida' : 'vencidas'}`;
}

const orderList = {
  getRows: (page: OrderPage) => page.orders,
  getId: ({ idOrder }: ListedOrder) => idOrder,
};

/** @returns a function from a page's cursor to the call's input; an export passes undefined */
function ordersInput({ search, text }: ListView<OrdersSearch>) {
  const { estado, vencidas, laboratorio, estudio, desde, hasta, orden } = search;
  return pageInput(
    {
      sort: orden,
      ...(estado && { state: estado }),
      ...(vencidas && { overdue: true }),
      ...(laboratorio !== undefined && { idLaboratory: laboratorio }),
      ...(estudio !== undefined && { examType: estudio }),
      ...(desde !== undefined && { from: desde }),
      ...(hasta !== undefined && { to: hasta }),
    },
    text,
  );
}

const orderLayout: RowLayout<ListedOrder> = {
  columns: toColumns<ListedOrder>(titles, {
    folio: {
      width: '108px',
      cell: ({ folio }) => <span className={classes.folio}>{folio}</span>,
    },
    patient: {
      cell: (order) => (
        <>
          <CellLine text={order.patient.name} isStrong />{' '}
          <span className={classes.ifNarrow} title={order.exams.join(', ')}>
            {order.exams.join(', ')}
          </span>
        </>
      ),
    },
    study: {
      width: '15%',
      hideBelow: 'lg',
      cell: (order) => (
        <TwoLines
          first={order.exams.join(', ')}
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
  mobileRow: (order) => ({
    title: order.patient.name,
    aside: <StatusPill {...orderStatus(order)} />,
    facts: (
      <>
        <span className={classes.folio}>{order.folio}</span> · <OrderDeadline order={order} />
        <span className={classes.second}>
          {describeRejection(order) ?? order.exams.join(', ')} · {describePlace(order)}
        </span>
      </>
    ),
  }),
  getRowName: ({ folio, patient }) => `${folio}, ${patient.name}`,
};

interface OrdersToolbarProps {
  view: ListView<OrdersSearch>;
  /** Counts without any filter. */
  counts: OrderPage['counts'] | undefined;
  laboratory: OrderPage['laboratory'] | undefined;
}

/** The states on the left; overdue orders, period, study and laboratory on the right. */
function OrdersToolbar({ view, counts, laboratory }: OrdersToolbarProps) {
  const { search, change } = view;
  const { desde, hasta, estudio } = search;
  const [isOpen, setOpen] = useState(false);
  const hasDays = desde !== undefined || hasta !== undefined;
  const showsPeriod = hasDays || isOpen;
  const types = [...new Set([...offeredExamTypes, ...(estudio === undefined ? [] : [estudio])])];
  return (
    <>
      <Toolbar
        right={
          <>
            <FilterButton
              strong
              label="Vencidas"
              icon={<IconClockExclamation size={17} stroke={1.7} aria-hidden />}
              pressed={search.vencidas}
              onToggle={() => change({ vencidas: !search.vencidas })}
              count={counts ? counts.overdue : null}
            />
            <FilterButton
              strong
              iconOnly
              label="Periodo"
              icon={<IconCalendar size={17} stroke={1.7} aria-hidden />}
              pressed={showsPeriod}
              onToggle={() => {
                setOpen(!showsPeriod);
                if (hasDays) change({ desde: undefined, hasta: undefined });
              }}
            />
            <Select
              className={classes.study}
              aria-label="Estudio"
              allowDeselect={false}
              data={[
                { value: ALL, label: 'Estudio: todos' },
                ...types.map((type) => ({ value: type, label: examTypeLabel(type) })),
              ]}
              value={estudio ?? ALL}
              comboboxProps={{ width: 'max-content' }}
              onChange={(chosen) => change({ estudio: chosen || undefined })}
            />
            <LaboratoryFilter
              everyType
              id={search.laboratorio}
              laboratory={laboratory}
              onChange={(id) => change({ laboratorio: id })}
            />
          </>
        }
      >
        <ChoiceFilter
          choices={orderStates}
          getName={(state) => orderStateNames[state]}
          getTone={(state) => orderTones[state]}
          counts={counts ?? null}
          chosen={search.estado}
          onChoose={(chosen) => change({ estado: chosen })}
        />
      </Toolbar>
      {showsPeriod && (
        <fieldset aria-label="Periodo de solicitud" className={classes.period}>
          <DayFilter
            search={search}
            label="Solicitadas desde"
            onChange={(chosen) => {
              // The fields stay visible when the user empties the period.
              setOpen(true);
              change(chosen);
            }}
          />
        </fieldset>
      )}
    </>
  );
}

const ALL = '';
