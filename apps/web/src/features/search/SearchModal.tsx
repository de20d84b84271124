import { Modal } from '@mantine/core';
import { useState } from 'react';
import { useOpenedAtOnce } from '../../ui/focus/use-opened-at-once.ts';
import type { Place } from './place.ts';
import { SearchBody } from './SearchBody.tsx';
import classes from './SearchModal.module.css';

interface SearchModalProps {
  opened: boolean;
  onClose: () => void;
  places: readonly Place[];
  typed: string;
  onType: (typed: string) => void;
}

/** The global search, above whatever page one is on. A module of its own, fetched when it is opened. */
export default function SearchModal({ opened, onClose, ...field }: SearchModalProps) {
  const [hasLeft, setHasLeft] = useState(false);
  // The first time it is there as soon as its code is.
  const isShown = useOpenedAtOnce(opened);

  function leave() {
    setHasLeft(true);
    onClose();
    // The page that comes takes the focus; where one is there already, it has it from here.
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  }

  return (
    <Modal
      opened={isShown}
      onClose={onClose}
      onEnterTransitionEnd={() => setHasLeft(false)}
      returnFocus={!hasLeft}
      centered={false}
      withCloseButton={false}
      size={600}
      yOffset="var(--search-top)"
      xOffset={12}
      classNames={{ root: classes.root, content: classes.content, body: classes.body }}
      attributes={{ content: { 'aria-label': 'Buscar en Simiente' } }}
    >
      <SearchBody {...field} onClose={onClose} onLeave={leave} />
    </Modal>
  );
}
