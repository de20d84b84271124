import { errorTable } from '@simiente/contract/common/errors';
import type { Partner } from '@simiente/contract/partners/calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api, queries } from '../../lib/api/client.ts';
import { ApiFailure } from '../../lib/api/failure.ts';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { FormAlert } from '../../ui/page/FormAlert.tsx';
import { notifySuccess, useFailureToast } from '../../ui/toasts/notify.tsx';
import classes from './BranchFailure.module.css';

interface BranchFailureProps {
  partner: Pick<Partner, 'idPartner' | 'name'>;
  failure: Error | null;
  /** The branch can be saved again. */
  onPartnerRestored: () => void;
}

/**
 * Explains that the partner or the branch is gone, for which a toast is too short; a deleted partner can be
 * restored.
 */
export function BranchFailure({ partner, failure, onPartnerRestored }: BranchFailureProps) {
  const area = useRef<HTMLDivElement>(null);
  const restoring = useRestorePartner(partner.idPartner, onPartnerRestored);
  const message = describeFailure(failure);

  // The button that was pressed is at the end of a long page, and this message at its beginning.
  useEffect(() => {
    if (message !== undefined) area.current?.scrollIntoView({ block: 'nearest' });
  }, [message]);

  return (
    <div ref={area} className={classes.area}>
      <FormAlert message={message}>
        {isDeleted(failure) && (
          <div className={classes.action}>
            <LockButton
              kind="default"
              size="xs"
              loading={restoring.isPending}
              onClick={() => restoring.mutate(crypto.randomUUID())}
            >
              Restaurar partner
            </LockButton>
          </div>
        )}
      </FormAlert>
    </div>
  );
}

const isDeleted = (failure: Error | null) =>
  failure instanceof ApiFailure && failure.code === 'PARTNER_DELETED';

function describeFailure(failure: Error | null): string | undefined {
  if (!(failure instanceof ApiFailure)) return undefined;
  if (failure.code === 'PARTNER_DELETED') return errorTable.PARTNER_DELETED.message;
  if (failure.code === 'NOT_FOUND') {
    return 'Ya no se puede guardar: puede que el partner o la sucursal se hayan eliminado. Lo que escribiste sigue aquí.';
  }
  return undefined;
}

function useRestorePartner(idPartner: string, onRestored: () => void) {
  const cache = useQueryClient();
  const failure = useFailureToast();
  return useMutation({
    onMutate: failure.clear,
    mutationFn: (key: string) =>
      api.trash.restore({ ids: [idPartner] }, { context: { idempotencyKey: key } }),
    onSuccess: () => {
      void cache.invalidateQueries({ queryKey: queries.partners.key() });
      notifySuccess('Partner restaurado');
      onRestored();
    },
    onError: (error) => failure.tell('No se pudo restaurar', { detail: error.message }),
  });
}
