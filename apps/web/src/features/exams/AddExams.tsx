import { IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { lazyOnUse } from '../../lib/lazy-on-use.ts';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { useMay } from '../session/public.ts';

const AddExamsModal = lazyOnUse(() => import('./AddExamsModal.tsx'));

/** Id of the button, which gets the focus after a card is deleted. */
export const ADD_EXAMS = 'agregar-estudios';

/** 'Agregar estudios', and its dialog, loaded on first use. */
export function AddExams({ idUser }: { idUser: string }) {
  const [opened, setOpened] = useState(false);
  /** Counts openings: each one mounts a new dialog without the previous state. */
  const [opening, setOpening] = useState(0);
  const button = useRef<HTMLButtonElement>(null);
  if (!useMay()('exams.create')) return null;
  return (
    <>
      <LockButton
        ref={button}
        id={ADD_EXAMS}
        kind="default"
        icon={IconPlus}
        aria-haspopup="dialog"
        onClick={() => {
          setOpening((before) => before + 1);
          setOpened(true);
        }}
      >
        Agregar estudios
      </LockButton>
      {opening > 0 && (
        <AddExamsModal
          key={opening}
          idUser={idUser}
          opened={opened}
          onClose={() => setOpened(false)}
          onClosed={() => button.current?.focus()}
        />
      )}
    </>
  );
}
