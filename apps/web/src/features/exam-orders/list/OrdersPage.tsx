import type {
  StudyDays as Days,
  ListedOrder,
  OrderPage,
} from '@simiente/contract/exam-orders/calls';
import { IconCalendarTime } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { Suspense, useRef, useState } from 'react';
import { queries } from '../../../lib/api/client.ts';
import { formatCount, pluralize } from '../../../lib/format/numbers.ts';
import { lazyOnUse } from '../../../lib/lazy-on-use.ts';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import { rescueFocus } from '../../../ui/focus.ts';
import type { RowLink } from '../../../ui/table/table-types.ts';
import { useFailureToast } from '../../../ui/toasts/notify.tsx';
import { RecordsPage, useListView } from '../../records/public.ts';
import { May, useHasDraft } from '../../session/public.ts';
import { orderLayout } from './columns.tsx';
import { OrdersToolbar } from './OrdersToolbar.tsx';
import { orderList, ordersInput, useOrders } from './order-list.ts';
import { ordersSearch } from './orders-search.ts';

const StudyDaysDialog = lazyOnUse(() => import('./StudyDaysDialog.tsx'));

/** The name under which typed text is recovered. */
const DRAFT = 'study days';

const days = queries.examOrders.days.queryOptions();

/** 'Plazos': after how many days an order is overdue, by study. */
function StudyDays() {
  const cache = useQueryClient();
  const failure = useFailureToast();
  const [requested, setRequested] = useState<{ readonly record: readonly Days[] } | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const recovered = useQuery({ ...days, enabled: useHasDraft(DRAFT) });
  const studies = requested?.record ?? recovered.data?.data.studies;
  const opening = useMutation({
    onMutate: failure.clear,
    mutationFn: () => cache.fetchQuery({ ...days, staleTime: 0 }),
    onSuccess: ({ data }) => setRequested({ record: data.studies }),
    onError: (error) => failure.tell('No se pudieron cargar los plazos', { detail: error.message }),
  });
  return (
    <>
      <LockButton
        ref={button}
        kind="default"
        icon={<IconCalendarTime size={17} stroke={1.7} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => opening.mutate()}
      >
        Plazos
      </LockButton>
      {studies && (
        <Suspense>
          <StudyDaysDialog
            draft={DRAFT}
            studies={studies}
            requested={requested}
            onClosed={() => rescueFocus(button.current)}
          />
        </Suspense>
      )}
    </>
  );
}

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
    <RecordsPage
      title={TITLE}
      file={{ request: { list: 'orders', filters: ordersInput(view)(undefined) }, noun: NOUN }}
      count={loaded.newest && describeList(loaded.newest, view.isFiltered)}
      searchLabel="Buscar folio o paciente"
      action={
        <May act="analytes.manage">
          <StudyDays />
        </May>
      }
      list={orderList}
      layout={orderLayout}
      loaded={loaded}
      view={view}
      failure="No se pudieron cargar las órdenes"
      rowLink={orderLink}
      empty="Las órdenes se crean en la página de cada paciente."
      create={{
        label: 'Ver pacientes',
        link: (props) => <Link to="/pacientes" {...props} />,
      }}
    >
      <OrdersToolbar
        view={view}
        counts={loaded.newest?.counts}
        laboratory={loaded.newest?.laboratory}
      />
    </RecordsPage>
  );
}

/** '303 órdenes, 12 vencidas'; the overdue ones are counted among all orders. */
function describeList({ total, totalIsCapped, counts }: OrderPage, isFiltered: boolean): string {
  const found = pluralize(total, isFiltered ? ['resultado', 'resultados'] : NOUN, totalIsCapped);
  if (isFiltered || counts.overdue === 0) return found;
  return `${found}, ${formatCount(counts.overdue)} ${counts.overdue === 1 ? 'vencida' : 'vencidas'}`;
}
