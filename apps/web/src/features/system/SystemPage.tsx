import { Skeleton } from '@mantine/core';
import type { SystemCheck } from '@simiente/contract/system/calls';
import { queries, useAnswer } from '../../lib/api/client.ts';
import type { Tone } from '../../theme/tokens.ts';
import { PageHeader } from '../../ui/list/PageHeader.tsx';
import { LoadError } from '../../ui/page/EmptyState.tsx';
import { StatusPill } from '../../ui/status/StatusPill.tsx';
import { PageCrumbs, PageTitle } from '../shell/public.ts';
import classes from './SystemPage.module.css';

const TITLE = 'Estado del sistema';

const states: Readonly<
  Record<SystemCheck['state'], { readonly tone: Tone; readonly label: string }>
> = {
  ok: { tone: 'green', label: 'Correcto' },
  warning: { tone: 'amber', label: 'Por revisar' },
  fault: { tone: 'red', label: 'Con fallas' },
  off: { tone: 'neutral', label: 'No se usa' },
};

/** /sistema: the components that an operator maintains, with their state. */
export function SystemPage() {
  const query = useAnswer(queries.system.status, {
    input: {},
    select: ({ checks }) => checks,
    staleTime: 0,
  });
  return (
    <>
      <PageTitle>{TITLE}</PageTitle>
      <PageCrumbs crumbs={[{ label: TITLE }]} />
      <PageHeader title={TITLE} context="El comando «simiente status» muestra lo mismo." />
      {query.data && (
        <dl className={classes.checks}>
          {query.data.map(({ id, label, state, detail }) => (
            <div key={id} className={classes.check}>
              <dt className={classes.label}>{label}</dt>
              <dd className={classes.state}>
                <StatusPill {...states[state]} />
              </dd>
              <dd className={classes.detail}>{detail}</dd>
            </div>
          ))}
        </dl>
      )}
      {query.isPending && <Skeleton height={560} radius={12} />}
      {query.isError && (
        <LoadError title="No se pudo cargar el estado del sistema" queries={[query]} />
      )}
    </>
  );
}
