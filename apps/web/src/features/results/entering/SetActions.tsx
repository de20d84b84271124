import type { ResultSet } from '@simiente/contract/results/calls';
import { IconArrowsExchange, IconCheck, IconEye, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { lazyOnUse } from '../../../lib/lazy-on-use.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { LinkButton } from '../../../ui/buttons/LinkButton.tsx';
import { focusElement } from '../../../ui/focus.ts';
import { ResultsLink } from '../ResultsLink.tsx';
import { openWarnings, useValidation } from '../result-cache.ts';
import type { SetDialogName } from './SetDialogs.tsx';

const SetDialog = lazyOnUse(() => import('./SetDialogs.tsx'));

/** The actions of an account on a set: edit or correct, read a second time, validate, move. */
export function SetActions({ set, name }: { set: ResultSet; name: string }) {
  const [opened, setOpened] = useState<SetDialogName | null>(null);
  const validation = useValidation(set);
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
        <Button
          ref={focusStudyAfter}
          kind="subtle"
          icon={IconArrowsExchange}
          aria-haspopup="dialog"
          onClick={() => setOpened('moving')}
        >
          Es de otra persona
        </Button>
      )}
      {may.confirm && (
        <Button
          kind="default"
          icon={IconEye}
          aria-haspopup="dialog"
          onClick={() => setOpened('reading')}
        >
          Segunda lectura
        </Button>
      )}
      {may.validate && (
        <Button
          ref={focusStudyAfter}
          kind="default"
          icon={IconCheck}
          loading={validation.isPending}
          {...(needsDialog && { 'aria-haspopup': 'dialog' as const })}
          onClick={() =>
            needsDialog ? setOpened('validating') : validation.mutate({ acknowledged: [] })
          }
        >
          Validar
        </Button>
      )}
      {opened && (
        <SetDialog
          opened={opened}
          set={set}
          name={name}
          validation={validation}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}

/** A ref that moves the focus to the study when the pressed button is removed by its own action. */
function focusStudyAfter(button: HTMLElement | null): () => void {
  return () => {
    if (button?.contains(document.activeElement)) focusElement(button.closest('section'));
  };
}
