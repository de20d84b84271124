import type { PatientDeliveries } from '@simiente/contract/deliveries/calls';
import { IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../lib/api/client.ts';
import { useOnceTrue } from '../../lib/lazy-dialog.ts';
import { lazyOnUse } from '../../lib/lazy-on-use.ts';
import { LockButton, type LockButtonProps } from '../../ui/buttons/LockButton.tsx';
import { useHasDraft } from '../session/public.ts';
import type { DeliverRequest } from './DeliverDialog.tsx';
import { refreshDeliveries } from './delivery-words.ts';

const DeliverDialog = lazyOnUse(() => import('./DeliverDialog.tsx'));

interface DeliverButtonProps {
  idUser: string;
  name: string;
  facts: PatientDeliveries;
  /** The version that is meant; any of the patient's by default. */
  idVersion?: string;
  /** Known before the deliveries are read again. */
  isStopped?: boolean;
  size?: LockButtonProps['size'];
}

/** Delivers a signed report in force to its patient; absent without such a report. */
export function DeliverButton({
  idUser,
  name,
  facts,
  idVersion,
  size,
  isStopped = false,
}: DeliverButtonProps) {
  const [requested, setRequested] = useState<DeliverRequest | null>(null);
  const isNeeded = useOnceTrue(useHasDraft(`delivery ${idUser}`) || requested !== null);
  const deliverable = facts.deliverable.filter(
    (one) => idVersion === undefined || one.idVersion === idVersion,
  );
  const isDeliverable = deliverable.length > 0;
  const isPaused = isStopped || (isDeliverable && deliverable.every((one) => one.isPaused));
  if (!isDeliverable && !isNeeded) return null;

  function open() {
    setRequested({ record: null });
    // The missing field may have been filled in since, in another tab or by another user.
    if (facts.lacksBirthDate || facts.consentWithdrawn) void refreshDeliveries(idUser);
  }

  return (
    <>
      <LockButton
        kind="default"
        {...(size !== undefined && { size })}
        icon={IconSend}
        disabled={isPaused}
        disabledReason="Cambió un resultado que cita el informe. Un médico lo corrige o confirma que sigue siendo válido."
        onClick={open}
      >
        Entregar
      </LockButton>
      {isNeeded && (
        <DeliverDialog
          idUser={idUser}
          name={name}
          facts={facts}
          idVersion={idVersion}
          requested={requested}
        />
      )}
    </>
  );
}

interface DeliverVersionProps {
  idUser: string;
  name: string;
  idVersion: string;
  isStopped: boolean;
}

/** 'Entregar' beside a version of a report; absent until it is known that this one can be delivered. */
export function DeliverVersion({ idUser, name, idVersion, isStopped }: DeliverVersionProps) {
  const { data: facts } = useQuery(
    queries.deliveries.ofPatient.queryOptions({
      input: { idUser },
      select: ({ data }) => data,
    }),
  );
  if (facts === undefined) return null;
  return (
    <DeliverButton
      idUser={idUser}
      name={name}
      facts={facts}
      idVersion={idVersion}
      isStopped={isStopped}
      size="compact-sm"
    />
  );
}
