import { IconRefresh } from '@tabler/icons-react';
import { LockButton } from '../buttons/LockButton.tsx';
import { FailureArt } from '../illustrations/state-art.tsx';
import { EmptyState } from './EmptyState.tsx';

export interface FailedQuery {
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

interface LoadErrorProps {
  /** What could not be loaded. */
  title: string;
  /** What 'Reintentar' asks for again. The message of the first error says why, and what to do. */
  queries: readonly FailedQuery[];
}

/** Replaces what failed to load, with 'Reintentar'. */
export function LoadError({ title, queries }: LoadErrorProps) {
  return (
    <EmptyState
      role="alert"
      illustration={<FailureArt />}
      title={title}
      action={
        <LockButton
          kind="default"
          icon={<IconRefresh size={17} stroke={1.7} aria-hidden />}
          onClick={() => {
            for (const query of queries) void query.refetch();
          }}
        >
          Reintentar
        </LockButton>
      }
    >
      {queries.find(({ error }) => error !== null)?.error?.message}
    </EmptyState>
  );
}
