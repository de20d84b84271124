import type { FailedMessage } from '@simiente/contract/results/file-calls';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, queries } from '../../../lib/api/client.ts';
import { FailedItemDialog } from '../../../ui/list/FailedItemDialog.tsx';
import { refreshResults } from './received-list.ts';

interface FailedMessageDialogProps {
  message: FailedMessage;
  onClose: () => void;
}

/** Content of a failed message: patient, studies and segments. */
export function FailedMessageDialog({ message, onClose }: FailedMessageDialogProps) {
  const { idMessage, laboratory } = message;
  const cache = useQueryClient();
  const query = useQuery(queries.resultFiles.failedMessage.queryOptions({ input: { idMessage } }));
  const content = query.data?.data.message;
  const { id = null, name = null, birthDate = null } = content?.patient ?? {};
  return (
    <FailedItemDialog
      title={`Mensaje ${idMessage} de ${laboratory.name}`}
      loadError={query.error}
      facts={
        content && [
          ['Paciente', [name, id, birthDate].filter(Boolean).join(' · ') || 'No se indica'],
          ['Estudios', content.studies.join(', ') || 'No se pudieron leer'],
          ['Motivo', message.reason],
        ]
      }
      segments={content?.segments ?? []}
      hint="Si el laboratorio lo reenvía corregido, sale solo de esta lista."
      discard={(reason) => api.resultFiles.discardMessage({ idMessage, reason })}
      discarded="Mensaje descartado"
      onClose={onClose}
      onDiscard={() => refreshResults(cache)}
    />
  );
}
