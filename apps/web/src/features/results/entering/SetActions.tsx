import type { ResultSet } from '@simiente/contract/results/calls';
import { IconArrowsExchange, IconCheck, IconEye, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '../../../lib/api/client.ts';
import { lazyOnUse } from '../../../lib/lazy-on-use.ts';
import { LinkButton } from '../../../ui/buttons/LinkButton.tsx';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import { focusElement } from '../../../ui/focus.ts';
import { notifySuccess, useToastMutation } from '../../../ui/toasts/notify.tsx';
import { ResultsLink } from '../ResultsLink.tsx';
import { openWarnings, refreshRecord, useResultSetCall } from '../result-cache.ts';
import type { Acceptance } from './ValidationDialog.tsx';

const MoveDialog = lazyOnUse(() => import('./MoveDialog.tsx'));
const ValidationDialog = lazyOnUse(() => import('./ValidationDialog.tsx'));
const SecondReadingDialog = lazyOnUse(() => import('./SecondReadingDialog.tsx'));

/** The actions of an account on a set: edit or correct, read a second time, validate, move. */
export function SetActions({ set, name }: { set: ResultSet; name: string }) {
  const [opened, setOpened] = useState<'reading' | 'validating' | 'moving' | null>(null);
  const dialog = { set, name, onClose: () => setOpened(null) };
  const validating = useValidate(set);
  const needsDialog = set.lacksSecondReading || openWarnings(set).length > 0;
  const { may, idUser, idResultSet } = set;
  return (
    <>
      {(may.update || may.correct) && (
        <LinkButton
          kind="subtle"
          icon={IconPencil}
          link={<ResultsLink idUser={idUser} view="capturar" search={{ juego: idResultSet }} />}
        >
          {may.update ? 'Editar' : 'Corregir'}
        </LinkButton>
      )}
      {may.move && (
        <LockButton
          ref={focusStudyAfter}
          kind="subtle"
          icon={IconArrowsExchange}
          aria-haspopup="dialog"
          onClick={() => setOpened('moving')}
        >
          Es de otra persona
        </LockButton>
      )}
      {may.confirm && (
        <LockButton
          kind="default"
          icon={IconEye}
          aria-haspopup="dialog"
          onClick={() => setOpened('reading')}
        >
          Segunda lectura
        </LockButton>
      )}
      {may.validate && (
        <LockButton
          ref={focusStudyAfter}
          kind="default"
          icon={IconCheck}
          loading={validating.isPending}
          {...(needsDialog && { 'aria-haspopup': 'dialog' as const })}
          onClick={() =>
            needsDialog ? setOpened('validating') : validating.mutate({ acknowledged: [] })
          }
        >
          Validar
        </LockButton>
      )}
      {opened === 'validating' && (
        <ValidationDialog
          {...dialog}
          isSaving={validating.isPending}
          onValidate={(acceptance) => validating.mutate(acceptance, { onSettled: dialog.onClose })}
        />
      )}
      {opened === 'moving' && <MoveDialog {...dialog} />}
      {opened === 'reading' && <SecondReadingDialog {...dialog} />}
    </>
  );
}

/** A ref that moves the focus to the study when the pressed button is removed by its own action. */
function focusStudyAfter(button: HTMLElement | null): () => void {
  return () => {
    if (button?.contains(document.activeElement)) focusElement(button.closest('section'));
  };
}

function useValidate(set: ResultSet) {
  const send = useResultSetCall(api.results.validate);
  const { idResultSet, idUser, version } = set;
  return useToastMutation('Los resultados no se validaron', {
    mutationFn: (acceptance: Acceptance) => send({ idResultSet, version, ...acceptance }),
    onSuccess: async (saved) => {
      await refreshRecord(saved.idUser);
      notifySuccess('Resultados validados');
    },
    // Another account may have changed the results.
    onError: () => refreshRecord(idUser),
  });
}
