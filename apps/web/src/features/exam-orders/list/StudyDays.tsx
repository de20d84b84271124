import type { StudyDays as Days } from '@simiente/contract/exam-orders/calls';
import { IconCalendarTime } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useRef, useState } from 'react';
import { queries } from '../../../lib/api/client.ts';
import { lazyOnUse } from '../../../lib/lazy-on-use.ts';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import { rescueFocus } from '../../../ui/focus/fallback-focus.ts';
import { useFailureToast } from '../../../ui/toasts/use-failure-toast.ts';
import { useHasDraft } from '../../session/public.ts';

const StudyDaysDialog = lazyOnUse(() => import('./StudyDaysDialog.tsx'));

/** The name under which what was typed is recovered. */
const DRAFT = 'study days';

const days = queries.examOrders.days.queryOptions();

/** 'Plazos': after how many days an order is overdue, by study. */
export function StudyDays() {
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
