import { Modal, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { LockButton } from '../buttons/LockButton.tsx';
import { DialogForm, FormActions } from '../form/FormPage.tsx';
import { FormAlert } from '../page/FormAlert.tsx';
import { notifySuccess } from '../toasts/notify.tsx';
import classes from './FailedItemDialog.module.css';

interface FailedItemDialogProps {
  title: string;
  /** Facts with their names; undefined until they are loaded. */
  facts: readonly (readonly [string, string])[] | undefined;
  /** Text as its sender wrote it. */
  segments?: readonly string[];
  loadError?: Error | null;
  hint: string;
  discard: (reason: string) => Promise<unknown>;
  /** 'Mensaje descartado' */
  discarded: string;
  onClose: () => void;
  onDiscard: () => void;
}

/** Content of a message that could not be processed, which is discarded with a reason. */
export function FailedItemDialog(props: FailedItemDialogProps) {
  const { title, facts, segments = [], loadError, hint, onClose } = props;
  const [reason, setReason] = useState('');
  const discarding = useMutation({
    mutationFn: () => props.discard(reason),
    onSuccess: () => {
      notifySuccess(props.discarded);
      onClose();
      props.onDiscard();
    },
  });
  return (
    <Modal opened onClose={onClose} title={title} size={820}>
      <DialogForm
        onSubmit={(event) => {
          event.preventDefault();
          if (!discarding.isPending) discarding.mutate();
        }}
      >
        <FormAlert message={(loadError ?? discarding.error)?.message} />
        {facts && (
          <>
            <dl className={classes.facts}>
              {facts.map(([what, said]) => (
                <div key={what} className={classes.fact}>
                  <dt>{what}</dt>
                  <dd>{said}</dd>
                </div>
              ))}
            </dl>
            {segments.length > 0 && <pre className={classes.segments}>{segments.join('\n')}</pre>}
            <Textarea
              label="Motivo para descartarlo"
              description={hint}
              value={reason}
              maxLength={500}
              autosize
              minRows={2}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          </>
        )}
        <FormActions>
          <LockButton kind="default" onClick={onClose}>
            Cerrar
          </LockButton>
          <LockButton
            type="submit"
            loading={discarding.isPending}
            disabled={reason.trim() === '' || facts === undefined}
            disabledReason="Escribe el motivo."
          >
            Descartar
          </LockButton>
        </FormActions>
      </DialogForm>
    </Modal>
  );
}
