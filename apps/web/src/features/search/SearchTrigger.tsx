import { IconSearch } from '@tabler/icons-react';
import { useEffectEvent, useLayoutEffect, useState } from 'react';
import { lazyDialog, lazyOnUse, useOnceTrue } from '../../lib/lazy-on-use.ts';
import { bufferKeysForDialog } from '../../ui/early-keys.ts';
import { isMac } from '../../ui/layout/shortcuts.tsx';
import type { RequestedDialog } from './CommandDialogs.tsx';
import type { MenuPage } from './commands.ts';
import classes from './SearchTrigger.module.css';

const loadModal = () => import('./SearchModal.tsx');
const SearchModal = lazyDialog(loadModal, ({ opened }) => opened);
const ShortcutKeys = lazyOnUse(() => import('./ShortcutKeys.tsx'));
const CommandDialogs = lazyOnUse(() => import('./CommandDialogs.tsx'));

/** Preloads the dialog when it is about to open; a failed import is repeated when it opens. */
const preload = () => void loadModal().catch(() => {});

const KEYS = isMac ? '⌘K' : 'Ctrl K';
const MODIFIER = isMac ? 'Meta' : 'Control';

interface SearchTriggerProps {
  menuPages: readonly MenuPage[];
  onSignOut: () => void;
}

/**
 * Button in the top bar that opens the global search; Ctrl+K or ⌘K opens it on every page. The component also renders
 * the single-key shortcuts, and the dialogs that commands open over any page.
 */
export function SearchTrigger({ menuPages, onSignOut }: SearchTriggerProps) {
  const [requested, setRequested] = useState<RequestedDialog | null>(null);
  const hasDialogs = useOnceTrue(requested !== null);
  const [opened, setOpened] = useState(false);

  function open() {
    bufferKeysForDialog();
    setOpened(true);
  }

  function run(request: RequestedDialog) {
    bufferKeysForDialog();
    if (request.dialog === 'sign-out') onSignOut();
    else setRequested(request);
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === MODIFIER) preload();
    if (!isSearchKey(event)) return;
    // The browser uses this key for its address bar.
    event.preventDefault();
    if (opened) setOpened(false);
    // The search does not open over a dialog, because navigating would lose the dialog's input.
    else if (document.querySelector('[aria-modal="true"]') === null) open();
  });
  // A layout effect, so that the key works as soon as the button is visible.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    addEventListener('keydown', listen, { capture: true });
    return () => removeEventListener('keydown', listen, { capture: true });
  }, []);

  return (
    <>
      <button
        type="button"
        className={classes.trigger}
        aria-keyshortcuts={`${MODIFIER}+K`}
        aria-haspopup="dialog"
        onClick={open}
        onPointerEnter={preload}
        onFocus={preload}
      >
        <IconSearch className={classes.icon} size={16} stroke={1.7} aria-hidden />
        <span className={classes.words}>Buscar en Simiente</span>{' '}
        <kbd className={classes.keys}>{KEYS}</kbd>
      </button>
      <SearchModal
        opened={opened}
        onClose={() => setOpened(false)}
        menuPages={menuPages}
        onRun={run}
      />
      <ShortcutKeys
        menuPages={menuPages}
        onSearch={open}
        onHelp={() => setRequested({ dialog: 'shortcuts', record: null })}
      />
      {hasDialogs && (
        <CommandDialogs
          requested={requested}
          onClosed={() => setRequested(null)}
          menuPages={menuPages}
          searchKeys={KEYS}
        />
      )}
    </>
  );
}

function isSearchKey(event: KeyboardEvent): boolean {
  const { metaKey, ctrlKey, altKey, shiftKey } = event;
  if (event.key.toLowerCase() !== 'k' || altKey || shiftKey) return false;
  return isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey;
}
