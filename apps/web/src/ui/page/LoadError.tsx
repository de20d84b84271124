import { IconRefresh } from '@tabler/icons-react';
import { LockButton } from '../buttons/LockButton.tsx';
import { FailureArt } from '../illustrations/state-art.tsx';
import { EmptyState } from './EmptyState.tsx';

interface LoadErrorProps {
  /** What could not be loaded. */
  title: string;
  /** Why, and what to do. */
  message: string;
  onRetry: () => void;
}

/** Replaces what failed to load, with 'Reintentar'. */
export function LoadError({ title, message, onRetry }: LoadErrorProps) {
  return (
    <EmptyState
      role="alert"
      illustration={<FailureArt />}
      title={title}
      action={
        <LockButton
          kind="default"
          icon={<IconRefresh size={17} stroke={1.7} aria-hidden />}
          onClick={onRetry}
        >
          Reintentar
        </LockButton>
      }
    >
      {message}
    </EmptyState>
  );
}
