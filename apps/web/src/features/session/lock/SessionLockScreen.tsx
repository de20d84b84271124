import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { Brand } from '../../../ui/layout/Brand.tsx';
import { sessionQuery } from '../session.ts';
import { SignInForm } from '../sign-in/SignInForm.tsx';
import classes from './SessionLockScreen.module.css';
import { unlockScreen, useIsLocked } from './session-lock.ts';

/**
 * Covers the page once the session has ended, in the browser's top layer. Until the user signs in again, the page
 * below cannot be seen, focused or read by screen readers, but it keeps its state.
 */
export function SessionLockScreen({ onLeave }: { onLeave: () => void }) {
  const isLocked = useIsLocked();
  const user = useQuery(sessionQuery).data?.user;
  if (!isLocked || !user) return null;
  return createPortal(
    <LockDialog email={user.email} name={user.name} onLeave={onLeave} />,
    document.body,
  );
}

interface LockDialogProps {
  email: string;
  name: string;
  onLeave: () => void;
}

function LockDialog({ email, name, onLeave }: LockDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  // A layout effect, because the browser restores the focus only if the dialog closes before it is removed.
  useLayoutEffect(() => {
    const element = dialog.current;
    // Opens before the page is hidden, so that the browser remembers the focused element.
    if (!element?.open) element?.showModal();
    document.documentElement.dataset.locked = '';
    return () => {
      delete document.documentElement.dataset.locked;
      element?.close();
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      className={classes.lock}
      data-lock
      aria-labelledby="lock-title"
      aria-describedby="lock-words"
      onCancel={(event) => event.preventDefault()}
    >
      <div className={classes.column}>
        <Brand />
        <h2 id="lock-title" className={classes.title}>
          Tu sesión terminó
        </h2>
        <p id="lock-words" className={classes.words}>
          {name}, confirma que eres tú para seguir donde estabas. Lo que escribiste sigue aquí,
          salvo que entres con otra cuenta.
        </p>
        <SignInForm owner={email} onDone={() => unlockScreen({ isBack: true })} onLeave={onLeave} />
      </div>
    </dialog>
  );
}
