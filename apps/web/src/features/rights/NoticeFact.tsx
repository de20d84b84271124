import { useState } from 'react';
import { queries, useAnswer } from '../../lib/api/client.ts';
import { lazyOnUse } from '../../lib/lazy-on-use.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { StripFact } from '../../ui/page/RecordHeader.tsx';
import { StatusPill } from '../../ui/status/StatusPill.tsx';
import { useCan } from '../session/public.ts';

const ReceiptForm = lazyOnUse(() => import('./ReceiptForm.tsx'));

/** Whether the patient received the privacy notice in force. Renders nothing for a clinic without a notice. */
export function NoticeFact({ idUser }: { idUser: string }) {
  const { data } = useAnswer(queries.notices.ofPatient, { input: { idUser } });
  const [requested, setRequested] = useState<{ readonly record: null } | null>(null);
  const mayRecord = useCan()('consents.edit');
  if (!data?.isAnyInForce) return null;
  const isGiven = data.receipts.some(({ isInForce }) => isInForce);
  return (
    <StripFact label="Aviso de privacidad">
      <StatusPill
        tone={isGiven ? 'green' : 'orange'}
        label={isGiven ? 'Entregado' : data.receipts.length > 0 ? 'Falta el vigente' : 'Falta'}
      />
      {(mayRecord || data.receipts.length > 0) && (
        <Button
          kind="subtle"
          size="xs"
          aria-label={isGiven ? 'Ver las entregas del aviso' : 'Registrar la entrega del aviso'}
          onClick={() => setRequested({ record: null })}
        >
          {isGiven ? 'Ver' : 'Registrar'}
        </Button>
      )}
      {requested && <ReceiptForm idUser={idUser} receipts={data.receipts} requested={requested} />}
    </StripFact>
  );
}
