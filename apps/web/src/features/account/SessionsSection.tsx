import { Skeleton } from '@mantine/core';
import type { AccountSession } from '@simiente/contract/account/calls';
import { describeDevice } from '@simiente/contract/format/device-words';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useId, useRef } from 'react';
import { api, cache, queries } from '../../lib/api/client.ts';
import { ApiFailure } from '../../lib/api/failure.ts';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { FormSection } from '../../ui/form/FormSection.tsx';
import { DateText } from '../../ui/page/DateText.tsx';
import { LoadError } from '../../ui/page/EmptyState.tsx';
import { IconTile } from '../../ui/status/IconTile.tsx';
import { StatusPill } from '../../ui/status/StatusPill.tsx';
import { notifySuccess, useAct } from '../../ui/toasts/notify.tsx';
import classes from './AccountPage.module.css';
import { describeEndedSessions, useSessions } from './use-account.ts';

/** The account's open sessions, each with a button that closes it. */
export function SessionsSection() {
  const { data: sessions, error, refetch } = useSessions();
  const { revoke, revokeOthers, revoking, isRevokingOthers } = useRevokeSessions();
  const list = useRef<HTMLUListElement>(null);
  const others = sessions?.filter(({ current }) => !current) ?? [];
  // The button that had the focus disappears with its session.
  const focusList = () => list.current?.focus();

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
              isBusy={revoking === session.idSession}
              onRevoke={() => revoke(session.idSession, focusList)}
            />
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <div className={classes.all}>
          <LockButton
            kind="subtle"
            loading={isRevokingOthers}
            loadingLabel="Cerrando…"
            onClick={() => revokeOthers(focusList)}
          >
            Cerrar las demás sesiones
          </LockButton>
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
        <LockButton
          kind="default"
          loading={isBusy}
          loadingLabel="Cerrando…"
          aria-label={`Cerrar la sesión de ${words}`}
          // Two sessions on the same kind of device differ by their last use.
          aria-describedby={detail}
          onClick={onRevoke}
        >
          Cerrar
        </LockButton>
      )}
    </li>
  );
}

const NOT_CLOSED = 'No se pudo cerrar la sesión';

/** Closes other sessions of the account; `done` is called once the list is up to date. */
function useRevokeSessions() {
  const refresh = () => cache.invalidateQueries({ queryKey: queries.account.sessions.key() });
  const one = useAct(NOT_CLOSED, {
    mutationFn: ({ idSession }: { idSession: string; done: () => void }) =>
      api.account.revokeSession({ idSession }).catch(ignoreExpired),
    onSuccess: async (_answer, { done }) => {
      await refresh();
      notifySuccess('Sesión cerrada');
      done();
    },
  });
  const others = useAct(NOT_CLOSED, {
    mutationFn: (_done: () => void) => api.account.revokeOtherSessions({}),
    onSuccess: async ({ data: { ended } }, done) => {
      await refresh();
      notifySuccess(describeEndedSessions(ended));
      done();
    },
  });

  return {
    revoke: (idSession: string, done: () => void) => one.mutate({ idSession, done }),
    revokeOthers: (done: () => void) => others.mutate(done),
    revoking: one.isPending ? one.variables.idSession : undefined,
    isRevokingOthers: others.isPending,
  };
}

/** A session that has expired since counts as closed. */
function ignoreExpired(error: unknown): void {
  if (!(error instanceof ApiFailure) || error.code !== 'NOT_FOUND') throw error;
}
