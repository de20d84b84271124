import { useQuery } from '@tanstack/react-query';
import { queries } from '../../lib/api/client.ts';
import { DeliverButton } from './DeliverButton.tsx';

interface DeliverVersionProps {
  idUser: string;
  /** The patient. */
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
