import { type ComponentType, createElement, lazy, type ReactNode, Suspense, useState } from 'react';

export type LoadPart<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** Milliseconds before another attempt. */
const RETRY_AFTER = 300;
/** Attempts to import a module before it fails. */
const TRIES = 3;

/**
 * A component whose code is loaded on first use; `Waiting` replaces it until then. If loading fails, a toast
 * reports it and the page keeps its typed text; the component tries again when it is mounted next.
 */
export function lazyOnUse<Props extends object>(
  load: LoadPart<Props>,
  Waiting: ComponentType<Props> = () => null,
): ComponentType<Props> {
  const Part = lazyPart(load);
  return (props) =>
    createElement(
      Suspense,
      { fallback: createElement(Waiting, props) },
      createElement(Part, props),
    );
}

/** Code that is loaded on first use, for a page with its own error boundary. */
export function lazyPart<Props extends object>(load: LoadPart<Props>): ComponentType<Props> {
  let current = createPart();

  function createPart(): ComponentType<Props> {
    const part = lazy(() => retryImport(load).catch(loadFallback));
    return part as unknown as ComponentType<Props>;
  }

  async function loadFallback(cause: unknown): Promise<{ default: ComponentType<Props> }> {
    if (onPartMissing === null) throw cause;
    return onPartMissing(() => {
      current = createPart();
    });
  }

  const getCurrent = () => current;
  return (props) => createElement(Mounted<Props>, { getCurrent, props });
}

interface MountedProps<Props> {
  readonly getCurrent: () => ComponentType<Props>;
  readonly props: Props;
}

/** Keeps the component that was current when it was mounted. */
function Mounted<Props extends object>({ getCurrent, props }: MountedProps<Props>) {
  const [part] = useState(getCurrent);
  return createElement(part, props);
}

/** Returns the fallback of a component whose code failed to load; `renew` lets the next use try again. */
type PartMissing = (renew: () => void) => Promise<{ default: (props: object) => ReactNode }>;

let onPartMissing: PartMissing | null = null;

/** Registers the handler of a failed load. Without a handler, the whole page that needs the code fails. */
export function whenPartIsMissing(handler: PartMissing): void {
  onPartMissing = handler;
}

/** Imports a module and retries, so that a short network failure does not break the page. */
export async function retryImport<Module>(load: () => Promise<Module>): Promise<Module> {
  for (let left = TRIES; ; left -= 1) {
    try {
      return await load();
    } catch (error) {
      if (left === 1) throw error;
      await untilOnline();
    }
  }
}

/**
 * Requests a style sheet that failed to load again. Vite requests each only once, so a page whose code is loaded by a
 * retry would stay without its styles.
 */
export function retryStyleSheets(): void {
  addEventListener('error', onStyleSheetError, true);
}

async function onStyleSheetError({ target }: Event): Promise<void> {
  if (!(target instanceof HTMLLinkElement)) return;
  const tries = Number(target.dataset.tries ?? 1);
  if (tries === TRIES) return;
  await untilOnline();
  const link = target.cloneNode() as HTMLLinkElement;
  link.dataset.tries = String(tries + 1);
  target.replaceWith(link);
}

async function untilOnline(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER));
  if (!navigator.onLine) {
    await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
  }
}

/**
 * A dialog whose code is loaded when it opens first. It stays mounted for its closing transition, unless its code
 * failed to load: the next opening tries again.
 */
export function lazyDialog<Props extends object>(
  load: LoadPart<Props>,
  useIsOpen: (props: Props) => boolean,
): ComponentType<Props> {
  let isMissing = false;
  const Dialog = lazyOnUse(async () => {
    isMissing = true;
    const part = await load();
    isMissing = false;
    return part;
  });
  return (props) => {
    const isOpen = useIsOpen(props);
    const wasOpen = useOnceTrue(isOpen);
    return wasOpen && (isOpen || !isMissing) ? createElement(Dialog, props) : null;
  };
}

/** The form of a dialog, whose code is loaded when it is first requested. */
export const lazyForm = <Props extends { requested: unknown }>(load: LoadPart<Props>) =>
  lazyDialog(load, ({ requested }) => requested !== null);

export function useOnceTrue(now: boolean): boolean {
  const [was, setWas] = useState(now);
  if (now && !was) setWas(true);
  return now || was;
}
