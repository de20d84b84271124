import { type ComponentType, createElement, useEffect, useEffectEvent, useState } from 'react';

export type LoadPart<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** Milliseconds before another attempt. */
const RETRY_AFTER = 300;
/** Attempts to import a module before it fails. */
const TRIES = 3;

/** Props of a dialog that is mounted while it is closed. */
interface DialogProps {
  readonly opened?: boolean;
  readonly requested?: unknown;
  readonly onClose?: () => void;
}

/**
 * A component whose code is loaded on first use; `Waiting` is shown until then. If loading fails, a toast reports
 * the failure and the page keeps its typed text. A dialog is closed; its next opening or request tries again.
 * @param useRequest a hook that returns a falsy value until the code is needed; a new value retries after a failure
 */
export function lazyOnUse<Props extends object>(
  load: LoadPart<Props>,
  Waiting: ComponentType<Props> = () => null,
  useRequest: (props: Props) => unknown = (props) => (props as DialogProps).requested ?? true,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return (props) => {
    const request = useRequest(props);
    const wasRequested = useOnceTrue(Boolean(request));
    const [state, setState] = useState<'waiting' | 'loaded' | 'missing'>('waiting');
    const { opened = true, onClose } = props as DialogProps;
    const onMissing = useEffectEvent((cause: unknown) => {
      if (onPartMissing === null) return setState(() => fail(cause));
      onPartMissing();
      setState('missing');
      onClose?.();
    });

    useEffect(() => {
      if (!request || loaded) return;
      let isOver = false;
      retryImport(load).then(
        (module) => {
          loaded = module.default;
          if (!isOver) setState('loaded');
        },
        (cause: unknown) => {
          if (!isOver && opened) onMissing(cause);
        },
      );
      return () => {
        isOver = true;
      };
    }, [request, opened]);

    if (!wasRequested || (loaded === null && state === 'missing')) return null;
    return createElement(loaded ?? Waiting, props);
  };
}

function fail(cause: unknown): never {
  throw cause;
}

let onPartMissing: (() => void) | null = null;

/** Registers the handler of a failed load. Without a handler, the whole page that needs the code fails. */
export function whenPartIsMissing(handler: () => void): void {
  onPartMissing = handler;
}

/** Imports a module and retries, so that a short network failure does not break the page. */
export async function retryImport<Module>(load: () => Promise<Module>): Promise<Module> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await load();
    } catch (error) {
      if (attempt === TRIES) throw error;
      await waitUntilOnline();
    }
  }
}

/**
 * Retries style sheets that failed to load. Vite requests each only once, so a page whose code is loaded by a retry
 * would stay without its styles.
 */
export function retryStyleSheets(): void {
  addEventListener('error', onStyleSheetError, true);
}

async function onStyleSheetError({ target }: Event): Promise<void> {
  if (!(target instanceof HTMLLinkElement)) return;
  const tries = Number(target.dataset.tries ?? 1);
  if (tries === TRIES) return;
  await waitUntilOnline();
  const link = target.cloneNode() as HTMLLinkElement;
  link.dataset.tries = String(tries + 1);
  target.replaceWith(link);
}

async function waitUntilOnline(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER));
  if (!navigator.onLine) {
    await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
  }
}

/** A dialog whose code is loaded when it first opens. It stays mounted for its closing transition. */
export const lazyDialog = <Props extends object>(
  load: LoadPart<Props>,
  useRequest: (props: Props) => unknown,
) => lazyOnUse(load, undefined, useRequest);

/** The form of a dialog, whose code is loaded when it is first requested. */
export const lazyForm = <Props extends { requested: unknown }>(load: LoadPart<Props>) =>
  lazyDialog(load, ({ requested }) => requested);

export function useOnceTrue(now: boolean): boolean {
  const [was, setWas] = useState(now);
  if (now && !was) setWas(true);
  return now || was;
}
