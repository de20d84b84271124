import type { Prospect } from '@simiente/contract/prospects/calls';
import { useState } from 'react';
import { queries, useAnswer } from '../../lib/api/client.ts';
import { lazyForm } from '../../lib/lazy-on-use.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { StripFact } from '../../ui/page/RecordHeader.tsx';
import { StatusPill } from '../../ui/status/StatusPill.tsx';
import { useCan } from '../session/public.ts';
import classes from './ConsentFact.module.css';

const ConsentDialog = lazyForm(() => import('./ConsentDialog.tsx'));

interface ConsentFactProps {
  idUser: string;
  name: string;
  /** Consent from the landing page, which does not cover the processing of health data. */
  landing: readonly NonNullable<Prospect['consent']>[];
}

/** Whether the patient consented to the processing of health data, and a dialog that records and withdraws consents. */
export function ConsentFact({ idUser, name, landing }: ConsentFactProps) {
  const consents = useAnswer(queries.consents.list, {
    input: { idUser },
    select: ({ consents }) => consents,
  });
  const [requested, setRequested] = useState<{ readonly record: null } | null>(null);
  const { data } = consents;
  const [latest] = data?.filter(({ purpose }) => purpose === 'health_data') ?? [];
  const hasAny = data?.some(({ withdrawnAt }) => withdrawnAt === null) ?? false;
  const mayEdit = useCan()('consents.edit');
  const isInForce = latest !== undefined && latest.withdrawnAt === null;
  return (
    <StripFact label="Consentimiento de datos de salud">
      <div className={classes.row}>
        {data ? (
          <>
            <StatusPill
              tone={isInForce ? 'green' : 'orange'}
              label={isInForce ? 'Vigente' : latest ? 'Retirado' : 'Falta'}
            />
            {(hasAny || mayEdit) && (
              <Button
                // A new button after the change, because a click locks the old one.
                key={hasAny ? 'view' : 'record'}
                kind="subtle"
                size="xs"
                aria-label={hasAny ? 'Ver los consentimientos' : 'Registrar el consentimiento'}
                onClick={() => setRequested({ record: null })}
              >
                {hasAny ? 'Ver' : 'Registrar'}
              </Button>
            )}
          </>
        ) : (
          consents.isError && (
            <Button kind="subtle" size="xs" onClick={() => void consents.refetch()}>
              No se pudo cargar. Reintentar
            </Button>
          )
        )}
      </div>
      {data && (
        <ConsentDialog
          patient={{ idUser, name }}
          consents={data}
          mayEdit={mayEdit}
          landing={landing}
          requested={requested}
        />
      )}
    </StripFact>
  );
}
