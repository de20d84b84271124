import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { cache, queries } from '../../lib/api/client.ts';
import { pluralize } from '../../lib/format/numbers.ts';
import { lazyOnUse } from '../../lib/lazy-on-use.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { ChoiceFilter, Toolbar } from '../../ui/list/FilterButton.tsx';
import { useToastMutation } from '../../ui/toasts/notify.tsx';
import { RecordsPage, useListView } from '../records/public.ts';
import { useCan } from '../session/public.ts';
import type { NoticeRequest } from './NoticeForm.tsx';
import type { RequestedForm } from './RequestForm.tsx';
import { requestLayout, useRequests } from './request-list.tsx';
import { rightsSearch } from './rights-search.ts';

const RequestForm = lazyOnUse(() => import('./RequestForm.tsx'));
const NoticeForm = lazyOnUse(() => import('./NoticeForm.tsx'));
const DueDaysForm = lazyOnUse(() => import('./DueDaysForm.tsx'));

const states = { open: 'Abiertas', closed: 'Cerradas' } as const;

export function RightsPage() {
  const view = useListView(rightsSearch, useSearch({ from: '/_shell/_guarded/privacidad' }));
  const loaded = useRequests(view);
  const [requested, setRequested] = useState<RequestedForm | null>(null);
  const [notice, setNotice] = useState<NoticeRequest | null>(null);
  const openingNotice = useToastMutation('No se pudo abrir el aviso de privacidad', {
    mutationFn: () => cache.fetchQuery({ ...queries.notices.list.queryOptions(), staleTime: 0 }),
    retry: false,
    onSuccess: ({ data: { notices } }) => setNotice({ record: null, notices }),
  });
  const [isEditingDays, setEditingDays] = useState(false);
  const mayChangeDays = useCan()('clinic.manage');
  return (
    <>
      <RecordsPage
        title="Privacidad"
        count={
          loaded.total !== undefined &&
          pluralize(loaded.total, ['solicitud de datos', 'solicitudes de datos'])
        }
        action={
          <>
            <Button kind="default" aria-haspopup="dialog" onClick={() => openingNotice.mutate()}>
              Aviso de privacidad
            </Button>
            {mayChangeDays && (
              <Button kind="default" aria-haspopup="dialog" onClick={() => setEditingDays(true)}>
                Plazos
              </Button>
            )}
          </>
        }
        layout={requestLayout}
        loaded={loaded}
        view={view}
        failure="No se pudieron cargar las solicitudes"
        onRowOpen={(record) => setRequested({ record })}
        empty="Aquí aparecerán las solicitudes de acceso, rectificación, cancelación u oposición que registres."
        create={{
          label: 'Registrar solicitud',
          onClick: () => setRequested({ record: null }),
        }}
      >
        <Toolbar>
          <ChoiceFilter
            all="Todas"
            choices={['open', 'closed']}
            getName={(state) => states[state]}
            chosen={view.search.estado}
            onChoose={(estado) => view.change({ estado })}
          />
        </Toolbar>
      </RecordsPage>
      {requested && <RequestForm requested={requested} />}
      {notice && <NoticeForm requested={notice} />}
      {isEditingDays && <DueDaysForm onClose={() => setEditingDays(false)} />}
    </>
  );
}
