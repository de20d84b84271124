import { Modal } from '@mantine/core';
import { useHeldNavigation } from '../../lib/use-held-navigation.ts';
import { useOpenAfterMount } from '../../ui/focus.ts';
import {
  DISCARD_TITLE,
  DiscardQuestion,
  type DiscardQuestionProps,
} from '../../ui/questions/DiscardQuestion.tsx';

interface Addressed {
  readonly search: object;
}

const isOtherQuery = (next: Addressed, current: Addressed) =>
  JSON.stringify(next.search) !== JSON.stringify(current.search);

interface LeaveQuestionProps extends Pick<DiscardQuestionProps, 'children' | 'stay' | 'discard'> {
  title?: string;
  /** Whether unsaved changes would be lost; called when the user leaves. */
  isDirty: () => boolean;
  /** Like `isDirty`, for closing or reloading the tab, if that loses more than leaving the page. */
  isTabDirty?: () => boolean;
  /** Whether another address of the same page leaves them too; by default another query does. */
  isLeft?: (next: Addressed, current: Addressed) => boolean;
}

/** Asks before a page with unsaved changes is left by any navigation. */
export function LeaveQuestion({
  title = DISCARD_TITLE,
  isDirty,
  isTabDirty,
  isLeft = isOtherQuery,
  ...words
}: LeaveQuestionProps) {
  const held = useHeldNavigation({
    wouldLose: isDirty,
    wouldTabLose: isTabDirty,
    isLeft: ({ current, next }) => current.pathname !== next.pathname || isLeft(next, current),
  });
  const isOpen = useOpenAfterMount(held !== null);
  return (
    <Modal opened={isOpen} onClose={() => held?.stay()} title={title}>
      <DiscardQuestion
        {...words}
        takesFocus={false}
        onStay={() => held?.stay()}
        onDiscard={() => held?.go()}
      />
    </Modal>
  );
}
