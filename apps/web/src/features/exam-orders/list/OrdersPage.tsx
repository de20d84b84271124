import type { ListedOrder, OrderPage } from '@simiente/contract/exam-orders/calls';
import { Link, useSearch } from '@tanstack/react-router';
import { formatCount, pluralize } from '../../../lib/format/numbers.ts';
import { EmptyList } from '../../../ui/list/EmptyList.tsx';
import { PageHead } from '../../../ui/list/PageHead.tsx';
import { SearchBox } from '../../../ui/list/SearchBox.tsx';
import type { RowLink } from '../../../ui/table/table-types.ts';
import { CountedList } from '../../list-exports/public.ts';
import { ListTable, useListView } from '../../records/public.ts';
import { May } from '../../session/public.ts';
import { PageCrumbs, PageTitle } from '../../shell/public.ts';
import { orderLayout } from './columns.tsx';
import { OrdersToolbar } from './OrdersToolbar.tsx';
import { orderList, ordersInput, useOrders } from './order-list.ts';
import { ordersSearch } from './orders-search.ts';
import { StudyDays } from './StudyDays.tsx';

const TITLE = 'Órdenes';
const NOUN = ['orden', 'órdenes'] as const;

const orderLink: RowLink<ListedOrder> = ({ idUser, idOrder }, props) => (
  <Link to="/pacientes/$idUser" params={{ idUser }} hash={idOrder} {...props} />
);

/** /ordenes: the orders of all patients, how far each is, and which are overdue. */
export function OrdersPage() {
  const view = useListView(ordersSearch, useSearch({ from: '/_shell/_guarded/ordenes' }));
  const loaded = useOrders(view);

  return (
    <>
      <PageTitle>{TITLE}</PageTitle>
      <PageCrumbs crumbs={[{ label: TITLE }]} />
      <PageHead
        title={TITLE}
        context={
          <CountedList
            request={{ list: 'orders', filters: ordersInput(view)(undefined) }}
            loaded={loaded}
            noun={NOUN}
          >
            {loaded.newest && describeList(loaded.newest, view.isFiltered)}
          </CountedList>
        }
        search={
          <SearchBox label="Buscar folio o paciente" value={view.text} onChange={view.type} />
        }
        action={
          <May act="analytes.manage">
            <StudyDays />
          </May>
        }
      />
      <OrdersToolbar
        view={view}
        counts={loaded.newest?.counts}
        laboratory={loaded.newest?.laboratory}
      />
      <ListTable
        label={TITLE}
        list={orderList}
        layout={orderLayout}
        loaded={loaded}
        view={view}
        failure="No se pudieron cargar las órdenes"
        rowLink={orderLink}
        empty={
          <EmptyList
            isFiltered={view.isFiltered}
            onClear={view.clear}
            create={{
              label: 'Ver pacientes',
              link: (props) => <Link to="/pacientes" {...props} />,
            }}
          >
            Las órdenes se crean en la página de cada paciente.
          </EmptyList>
        }
      />
    </>
  );
}

/** '303 órdenes, 12 vencidas'; the overdue ones are counted among all orders. */
function describeList({ total, totalIsCapped, counts }: OrderPage, isFiltered: boolean): string {
  const found = pluralize(total, isFiltered ? ['resultado', 'resultados'] : NOUN, totalIsCapped);
  if (isFiltered || counts.overdue === 0) return found;
  return `${found}, ${formatCount(counts.overdue)} ${counts.overdue === 1 ? 'vencida' : 'vencidas'}`;
}
