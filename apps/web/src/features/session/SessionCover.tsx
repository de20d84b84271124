import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { Brand } from '../../ui/layout/Brand.tsx';
import { uncover, useCovered } from './cover.ts';
import { ReentryForm } from './ReentryForm.tsx';
import classes from './SessionCover.module.css';
import { sessionQuery } from './session.ts';

/**
 * Lies over the whole page, in the browser's own top layer, once the session is over: nothing below
 * can be seen, reached or read aloud until the password is given again, and nothing of it is lost.
 */
export function SessionCover({ onLeave }: { onLeave: () => void }) {
  const isCovered = useCovered();
  const user = useQuery(sessionQuery).data?.user;
  if (!isCovered || !user) return null;
  return createPortal(
    <Cover email={user.email} name={user.name} onLeave={onLeave} />,
    document.body,
  );
}

interface CoverProps {
  email: string;
  name: string;
  onLeave: () => void;
}

function Cover({ email, name, onLeave }: CoverProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  // Before the dialog leaves the document: only then does the browser bring the focus back.
  useLayoutEffect(() => {
    const shown = dialog.current;
    // First, so that the browser knows where the focus was and brings it back there.
    if (!shown?.open) shown?.showModal();
    document.documentElement.dataset.covered = '';
    return () => {
      delete document.documentElement.dataset.covered;
      shown?.close();
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      className={classes.cover}
      data-cover
      aria-labelledby="cover-title"
      aria-describedby="cover-words"
      onCancel={(event) => event.preventDefault()}
    >
      <div className={classes.column}>
        <Brand />
        <h2 id="cover-title" className={classes.title}>
          Tu sesión terminó
        </h2>
        <p id="cover-words" className={classes.words}>
          {name}, confirma que eres tú para seguir donde estabas. Lo que escribiste sigue aquí.
        </p>
        <ReentryForm email={email} onBack={() => uncover(true)} onLeave={onLeave} />
      </div>
    </dialog>
  );
}
