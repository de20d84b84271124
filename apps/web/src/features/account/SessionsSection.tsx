import { Skeleton } from '@mantine/core';
import type { AccountSession } from '@simiente/contract/account/calls';
import { describeDevice } from '@simiente/contract/format/device-words';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useId, useRef } from 'react';
import { api, invalidate, queries, useAnswer } from '../../lib/api/client.ts';
import { ApiFailure } from '../../lib/api/failure.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { FormSection } from '../../ui/form/FormSection.tsx';
import { DateText } from '../../ui/page/DateText.tsx';
import { LoadError } from '../../ui/page/EmptyState.tsx';
import { IconTile } from '../../ui/status/IconTile.tsx';
import { StatusPill } from '../../ui/status/StatusPill.tsx';
import { notifySuccess, useToastMutation } from '../../ui/toasts/notify.tsx';
import classes from './AccountPage.module.css';
import { describeEndedSessions } from './use-account.ts';

const NOT_CLOSED = 'No se pudo cerrar la sesión';

export function SessionsSection() {
  const {
    data: sessions,
    error,
    refetch,
  } = useAnswer(queries.account.sessions, {
    input: {},
    select: ({ sessions }) => sessions,
    // Another device may have signed in a moment ago.
    staleTime: 0,
  });
  const list = useRef<HTMLUListElement>(null);
  async function announce(message: string) {
    await invalidate(queries.account.sessions.key());
    notifySuccess(message);
    // The focused button disappears with its session.
    list.current?.focus();
  }
  const revoking = useToastMutation(NOT_CLOSED, {
    mutationFn: (idSession: string) =>
      api.account.revokeSession({ idSession }).catch(ignoreExpired),
    onSuccess: () => announce('Sesión cerrada'),
  });
  const revokingOthers = useToastMutation(NOT_CLOSED, {
    mutationFn: () => api.account.revokeOtherSessions({}),
    onSuccess: ({ data: { ended } }) => announce(describeEndedSessions(ended)),
  });

  return (
    <FormSection title="Sesiones" reason="Dispositivos con tu sesión iniciada.">
      {!sessions && !error && <Skeleton height={66} radius={12} />}
      {!sessions && error && (
        <LoadError title="No se pudieron cargar tus sesiones" queries={[{ error, refetch }]} />
      )}
      {sessions && (
        <ul ref={list} tabIndex={-1} className={classes.card} aria-label="Sesiones abiertas">
          {sessions.map((session) => (
            <SessionRow
              key={session.idSession}
              session={session}
              isBusy={revoking.isPending && revoking.variables === session.idSession}
              onRevoke={() => revoking.mutate(session.idSession)}
            />
          ))}
        </ul>
      )}
      {sessions?.some(({ current }) => !current) && (
        <div className={classes.all}>
          <Button
            kind="subtle"
            loading={revokingOthers.isPending}
            loadingLabel="Cerrando…"
            onClick={() => revokingOthers.mutate()}
          >
            Cerrar las demás sesiones
          </Button>
        </div>
      )}
    </FormSection>
  );
}

interface SessionRowProps {
  session: AccountSession;
  isBusy: boolean;
  onRevoke: () => void;
}

function SessionRow({ session, isBusy, onRevoke }: SessionRowProps) {
  const { words, isHandheld } = describeDevice(session.userAgent);
  const detail = useId();
  return (
    <li className={classes.row}>
      <IconTile icon={isHandheld ? IconDeviceMobile : IconDeviceDesktop} />
      <div className={classes.words}>
        <p className={classes.name} title={session.userAgent ?? undefined}>
          {words}
        </p>
        <p id={detail} className={classes.detail}>
          {session.current ? 'Abierta ' : 'Último uso: '}
          <DateText value={session.current ? session.createdAt : session.lastUsedAt} hour />
          {session.address && <span className={classes.address}>{session.address}</span>}
        </p>
      </div>
      {session.current ? (
        <StatusPill tone="primary" label="Esta sesión" />
      ) : (
        <Button
          kind="default"
          loading={isBusy}
          loadingLabel="Cerrando…"
          aria-label={`Cerrar la sesión de ${words}`}
          // Two sessions on the same kind of device differ by their last use.
          aria-describedby={detail}
          onClick={onRevoke}
        >
          Cerrar
        </Button>
      )}
    </li>
  );
}

/** An expired session counts as closed. */
function ignoreExpired(error: unknown): void {
  if (!(error instanceof ApiFailure) || error.code !== 'NOT_FOUND') throw error;
}
