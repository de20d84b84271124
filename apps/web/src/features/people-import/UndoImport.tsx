import type { PeopleKind } from '@simiente/contract/people/columns';
import { useState } from 'react';
import { pluralize } from '../../lib/format/numbers.ts';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { Confirmation } from '../../ui/questions/Confirmation.tsx';
import { notifySuccess, useFailureToast } from '../../ui/toasts/notify.tsx';
import classes from './ImportPage.module.css';
import { usePeopleImport } from './use-people-import.ts';

const keptWords = { edited: 'se editó', used: 'ya se usó', deleted: 'ya se eliminó' } as const;

/** 'Deshacer importación', and the records that it left because they changed since. */
export function UndoImport({ kind, idImport }: { kind: PeopleKind; idImport: string }) {
  const [isAsked, setAsked] = useState(false);
  const { undoing } = usePeopleImport(kind);
  const failure = useFailureToast();
  const { kept = [] } = undoing.data ?? {};
  return (
    <div className={classes.undo}>
      {undoing.data === undefined && (
        <LockButton kind="default" loading={undoing.isPending} onClick={() => setAsked(true)}>
          Deshacer importación
        </LockButton>
      )}
      {kept.length > 0 && (
        <ul className={classes.kept} aria-label="Registros que se conservaron">
          {kept.map(({ id, name, reason }) => (
            <li key={id}>{`${name}: ${keptWords[reason]} después, se conservó.`}</li>
          ))}
        </ul>
      )}
      <Confirmation
        opened={isAsked}
        title="¿Deshacer la importación?"
        question="Los registros nuevos irán a la Papelera y los datos completados se quitarán."
        note="Lo que alguien editó o usó después se conserva."
        confirmLabel="Deshacer importación"
        onCancel={() => setAsked(false)}
        onConfirm={() => {
          setAsked(false);
          undoing.mutate(idImport, {
            onSuccess: ({ undone }) =>
              notifySuccess(`Se deshizo: ${pluralize(undone, ['registro', 'registros'])}`),
            onError: (error) =>
              failure.tell('No se pudo deshacer la importación', { detail: error.message }),
          });
        }}
      />
    </div>
  );
}
