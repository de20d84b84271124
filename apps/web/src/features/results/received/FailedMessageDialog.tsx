import { Modal, Textarea } from '@mantine/core';
import type { FailedMessage } from '@simiente/contract/results/file-calls';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, queries } from '../../../lib/api/client.ts';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import { DialogForm, FormActions } from '../../../ui/form/FormPage.tsx';
import { FormAlert } from '../../../ui/page/FormAlert.tsx';
import { notifySuccess } from '../../../ui/toasts/notify.tsx';
import classes from './FailedMessageDialog.module.css';
import { refreshResults } from './received-list.ts';

interface FailedMessageDialogProps {
  message: FailedMessage;
  onClose: () => void;
}

/** Content of a failed message: patient, studies and segments. It is discarded with a reason. */
export function FailedMessageDialog({ message, onClose }: FailedMessageDialogProps) {
  const { idMessage, laboratory } = message;
  const cache = useQueryClient();
  const [reason, setReason] = useState('');
  const query = useQuery(queries.resultFiles.failedMessage.queryOptions({ input: { idMessage } }));
  const discarding = useMutation({
    mutationFn: () => api.resultFiles.discardMessage({ idMessage, reason }),
    onSuccess: () => {
      notifySuccess('Mensaje descartado');
      onClose();
      refreshResults(cache);
    },
  });
  const content = query.data?.data.message;
  const { id = null, name = null, birthDate = null } = content?.patient ?? {};
  const facts = [
    ['Paciente', [name, id, birthDate].filter(Boolean).join(' · ') || 'No se indica'],
    ['Estudios', content?.studies.join(', ') || 'No se pudieron leer'],
    ['Motivo', message.reason],
  ] as const;
  return (
    <Modal opened onClose={onClose} title={`Mensaje ${idMessage} de ${laboratory.name}`} size={820}>
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
              {facts.map(([what, said]) => (
                <div key={what} className={classes.fact}>
                  <dt>{what}</dt>
                  <dd>{said}</dd>
                </div>
              ))}
            </dl>
            <pre className={classes.segments}>{content.segments.join('\n')}</pre>
            <Textarea
              label="Motivo para descartarlo"
              description="Si el laboratorio lo reenvía corregido, sale solo de esta lista."
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
