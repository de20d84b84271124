import { IconSearch } from '@tabler/icons-react';
import { Suspense, useEffectEvent, useLayoutEffect, useState } from 'react';
import { lazyWithPrefetch } from '../../lib/lazy-with-prefetch.ts';
import classes from './SearchTrigger.module.css';
import type { Place } from './sections.ts';

const loadModal = () => import('./SearchModal.tsx');
const SearchModal = lazyWithPrefetch(loadModal);

/** Fetched when it is about to be needed; one that fails is fetched again when it is needed. */
const preload = () => void loadModal().catch(() => {});

const isMac = /mac|iphone|ipad/i.test(navigator.platform);
const KEYS = isMac ? '⌘K' : 'Ctrl K';
const ITS_KEY = isMac ? 'Meta' : 'Control';

/** In the top bar: opens the global search, as do its keys wherever one is. */
export function SearchTrigger({ places }: { places: readonly Place[] }) {
  const [opened, setOpened] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const [typed, setTyped] = useState('');

  function open() {
    setWasOpened(true);
    setTyped('');
    setOpened(true);
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === ITS_KEY) preload();
    if (opened && isEarly(event)) {
      event.preventDefault();
      setTyped((before) => before + event.key);
      return;
    }
    if (!isSearchKey(event)) return;
    // The browser has this key for its own address bar.
    event.preventDefault();
    if (opened) setOpened(false);
    // What is typed in another dialog would be lost to where the search leads.
    else if (document.querySelector('[aria-modal="true"]') === null) open();
  });
  // As soon as the button that shows the keys is there, and not a frame later.
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
        aria-keyshortcuts={`${ITS_KEY}+K`}
        aria-haspopup="dialog"
        onClick={open}
        onPointerEnter={preload}
        onFocus={preload}
      >
        <IconSearch className={classes.icon} size={16} stroke={1.7} aria-hidden />
        <span className={classes.words}>Buscar en Simiente</span>{' '}
        <kbd className={classes.keys}>{KEYS}</kbd>
      </button>
      {wasOpened && (
        <Suspense>
          <SearchModal
            opened={opened}
            onClose={() => setOpened(false)}
            places={places}
            typed={typed}
            onType={setTyped}
          />
        </Suspense>
      )}
    </>
  );
}

function isSearchKey(event: KeyboardEvent): boolean {
  const { metaKey, ctrlKey, altKey, shiftKey } = event;
  if (event.key.toLowerCase() !== 'k' || altKey || shiftKey) return false;
  return isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey;
}

/** A letter for the field that is still on its way: it would be lost, or typed into what is behind. */
function isEarly({ key, target, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean {
  if (key.length !== 1 || ctrlKey || metaKey || altKey || isComposing) return false;
  return target instanceof Element && target.closest('[aria-modal="true"]') === null;
}
