import { Modal, Textarea } from '@mantine/core';
import type { FailedMessage } from '@simiente/contract/inbox/calls';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { DialogForm, FormActions } from '../../ui/form/FormPage.tsx';
import { FormAlert } from '../../ui/page/FormAlert.tsx';
import { notifySuccess } from '../../ui/toasts/notify.tsx';
import classes from './MessageDialog.module.css';
import { describeMessage, type Sender } from './senders.ts';

interface MessageDialogProps {
  sender: Sender;
  message: FailedMessage;
  onClose: () => void;
  onDiscard: () => void;
}

/** Content of a message that could not be processed, which is discarded with a reason. */
export function MessageDialog({ sender, message, onClose, onDiscard }: MessageDialogProps) {
  const { idMessage } = message;
  const [reason, setReason] = useState('');
  const query = useQuery(sender.queries.read.queryOptions({ input: { idMessage } }));
  const content = query.data?.data;
  const discarding = useMutation({
    mutationFn: () => sender.calls.discard({ idMessage, reason }),
    onSuccess: () => {
      notifySuccess('Mensaje descartado');
      onClose();
      onDiscard();
    },
  });
  return (
    <Modal opened onClose={onClose} title={describeMessage(message)} size={820}>
      <DialogForm
        onSubmit={(event) => {
          event.preventDefault();
          if (!discarding.isPending) discarding.mutate();
        }}
      >
        <FormAlert message={(query.error ?? discarding.error)?.message} />
        {content && (
          <>
            <dl className={classes.facts}>
              {content.facts.map(({ name, text }) => (
                <div key={name} className={classes.fact}>
                  <dt>{name}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
            <Textarea
              label="Texto del mensaje"
              readOnly
              value={content.segments.join('\n')}
              autosize
              minRows={2}
              maxRows={16}
              classNames={{ input: classes.segments ?? '' }}
            />
            <Textarea
              label="Motivo para descartarlo"
              description={sender.hint}
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
            disabled={reason.trim() === '' || content === undefined}
            disabledReason="Escribe el motivo."
          >
            Descartar
          </LockButton>
        </FormActions>
      </DialogForm>
    </Modal>
  );
}
