import { IconRefresh } from '@tabler/icons-react';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { ApiFailure } from '../../lib/api/failure.ts';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { FailureArt } from '../../ui/illustrations/state-art.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import classes from './LoadFailure.module.css';

/** Error screen of the router, for a page that failed to load. */
export function LoadFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <div className={classes.page}>
      <EmptyState
        role="alert"
        illustration={<FailureArt />}
        title="No se pudo abrir la página"
        action={
          <LockButton
            kind="default"
            icon={<IconRefresh size={17} stroke={1.7} aria-hidden />}
            onClick={() => {
              reset();
              void router.invalidate();
            }}
          >
            Reintentar
          </LockButton>
        }
      >
        {error instanceof ApiFailure
          ? error.message
          : 'Revisa tu conexión y vuelve a intentarlo en un momento.'}
      </EmptyState>
    </div>
  );
}
