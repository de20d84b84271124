import { Modal } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useOpenedAtOnce } from '../../ui/focus/use-opened-at-once.ts';
import { DISCARD_TITLE, DiscardQuestion } from '../../ui/page/DiscardQuestion.tsx';

interface LeaveQuestionProps {
  /** Whether something would be lost; read at the moment of leaving. */
  isDirty: () => boolean;
}

/**
 * Asks before a page with something unsaved is left, by a button of it, by the menu or by going back;
 * the browser itself asks before its tab closes. Who is led to the login has no session left to save
 * anything with: what was typed is kept for who comes back.
 */
export function LeaveQuestion({ isDirty }: LeaveQuestionProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname && next.pathname !== '/login' && isDirty(),
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  const isAsked = useOpenedAtOnce(status === 'blocked');
  return (
    <Modal opened={isAsked} onClose={() => reset?.()} title={DISCARD_TITLE}>
      <DiscardQuestion takesFocus={false} onStay={() => reset?.()} onDiscard={() => proceed?.()} />
    </Modal>
  );
}
