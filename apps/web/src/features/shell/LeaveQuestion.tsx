import { Modal } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useOpenAfterMount } from '../../ui/focus/use-open-after-mount.ts';
import { DISCARD_TITLE, DiscardQuestion } from '../../ui/questions/DiscardQuestion.tsx';

interface LeaveQuestionProps {
  /** Whether unsaved changes would be lost; called when the user leaves. */
  isDirty: () => boolean;
  /** Whether another address of the same page leaves them too; by default none does. */
  isLeft?: (next: { readonly search: object }) => boolean;
}

/**
 * Asks before a page with unsaved changes is left by any navigation; the browser asks before its tab
 * closes. It does not ask on the way to the login, when there is no session left to save with: draft
 * recovery keeps the draft.
 */
export function LeaveQuestion({ isDirty, isLeft = () => false }: LeaveQuestionProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      (current.pathname !== next.pathname || isLeft(next)) &&
      next.pathname !== '/login' &&
      isDirty(),
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  const isOpen = useOpenAfterMount(status === 'blocked');
  return (
    <Modal opened={isOpen} onClose={() => reset?.()} title={DISCARD_TITLE}>
      <DiscardQuestion takesFocus={false} onStay={() => reset?.()} onDiscard={() => proceed?.()} />
    </Modal>
  );
}
