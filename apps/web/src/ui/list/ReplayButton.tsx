import { useMutation } from '@tanstack/react-query';
import { LockButton } from '../buttons/LockButton.tsx';
import { notifySuccess } from '../toasts/notify.tsx';
import { useFailureToast } from '../toasts/use-failure-toast.ts';

interface ReplayButtonProps {
  /** 'el mensaje 12 de Lab Uno' */
  what: string;
  failed: string;
  done: string;
  replay: () => Promise<{
    readonly data: { readonly outcome: string; readonly reason: string | null };
  }>;
  /** After an outcome or an error. */
  onSettled: () => void;
}

/** Processes again what another system sent, and reports the outcome. */
export function ReplayButton({ what, failed, done, replay, onSettled }: ReplayButtonProps) {
  const failure = useFailureToast();
  const { isPending, mutate } = useMutation({
    onMutate: failure.clear,
    mutationFn: replay,
    onSuccess: ({ data: { outcome, reason } }) => {
      const more = reason ? { detail: reason } : {};
      if (outcome === 'failed') failure.tell(failed, more);
      else notifySuccess(done, more);
    },
    onError: (error) => failure.tell(failed, { detail: error.message }),
    onSettled,
  });
  return (
    <LockButton
      kind="default"
      size="xs"
      loading={isPending}
      aria-label={isPending ? 'Cargando...' : `Reintentar ${what}`}
      onClick={() => mutate()}
    >
      Reintentar
    </LockButton>
  );
}
