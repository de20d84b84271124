import { Modal } from '@mantine/core';
import { useHeldNavigation } from '../../lib/use-held-navigation.ts';
import { useOpenAfterMount } from '../../ui/focus.ts';
import {
  DISCARD_TITLE,
  DiscardQuestion,
  type DiscardQuestionProps,
} from '../../ui/questions/DiscardQuestion.tsx';

interface PageAddress {
  readonly search: object;
}

const hasOtherQuery = (next: PageAddress, current: PageAddress) =>
  JSON.stringify(next.search) !== JSON.stringify(current.search);

interface LeaveQuestionProps extends Pick<DiscardQuestionProps, 'children' | 'stay' | 'discard'> {
  title?: string;
  /** Whether leaving would lose changes; called when the user leaves. */
  isDirty: () => boolean;
  /** Whether closing or reloading the tab would lose changes; `isDirty` by default. */
  isTabDirty?: () => boolean;
  /** Whether a navigation within the page loses the changes too; by default if the query changes. */
  leavesForm?: (next: PageAddress, current: PageAddress) => boolean;
}

/** Asks for confirmation before any navigation leaves a page with unsaved changes. */
export function LeaveQuestion({
  title = DISCARD_TITLE,
  isDirty,
  isTabDirty,
  leavesForm = hasOtherQuery,
  ...words
}: LeaveQuestionProps) {
  const heldNavigation = useHeldNavigation({
    wouldLose: isDirty,
    wouldClosingLose: isTabDirty,
    leavesForm: ({ current, next }) =>
      current.pathname !== next.pathname || leavesForm(next, current),
  });
  const isOpen = useOpenAfterMount(heldNavigation !== null);
  return (
    <Modal opened={isOpen} onClose={() => heldNavigation?.stay()} title={title}>
      <DiscardQuestion
        {...words}
        takesFocus={false}
        onStay={() => heldNavigation?.stay()}
        onDiscard={() => heldNavigation?.go()}
      />
    </Modal>
  );
}
