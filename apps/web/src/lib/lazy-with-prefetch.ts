import {
  type ComponentType,
  createElement,
  lazy,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
import { queryClient } from './query-client.ts';

type Load = () => Promise<unknown>;
type LoadPart<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** Milliseconds between two checks whether a query is still in flight. */
const POLL_EVERY = 300;
/** Attempts to import a module before it fails. */
const TRIES = 3;

const queue: Load[] = [];
let isPrefetching = false;
let isDraining = false;

/** A lazy component whose code is prefetched once the browser is idle. */
export function lazyWithPrefetch<Props extends object>(
  load: LoadPart<Props>,
): ComponentType<Props> {
  whenIdle(load);
  return lazyOnUse(load);
}

/**
 * A component whose code is loaded with its first use. If it cannot be, the user is told and the page stays as it is,
 * with what is typed in it; the component tries again where it is mounted next.
 */
export function lazyOnUse<Props extends object>(load: LoadPart<Props>): ComponentType<Props> {
  let part = loading();

  function loading(): ComponentType<Props> {
    const found = lazy(() => retryImport(load).catch(missing));
    return found as unknown as ComponentType<Props>;
  }

  async function missing(cause: unknown): Promise<{ default: ComponentType<Props> }> {
    if (onPartMissing === null) throw cause;
    const isOutdated = await hasNewBuild();
    const onSaid = () => {
      part = loading();
    };
    return {
      default: (props) => createElement(MissingPart, { ...props, isOutdated, onSaid }),
    };
  }

  const latest = () => part;
  return (props) => createElement(Mounted<Props>, { latest, props });
}

interface MountedProps<Props> {
  readonly latest: () => ComponentType<Props>;
  readonly props: Props;
}

/** Keeps the code that it was mounted with. */
function Mounted<Props extends object>({ latest, props }: MountedProps<Props>) {
  const [found] = useState(latest);
  return createElement(found, props);
}

/** Is told that code could not be loaded, and whether the server has another build by now. */
type PartMissing = (isOutdated: boolean) => void;

let onPartMissing: PartMissing | null = null;

/** Registers who tells the user. Before that, the page that needs the code fails as a whole. */
export function whenPartIsMissing(handler: PartMissing): void {
  onPartMissing = handler;
}

interface MissingPartProps {
  readonly isOutdated: boolean;
  readonly onSaid: () => void;
  /** Of a dialog. */
  readonly opened?: boolean;
  readonly onClose?: () => void;
}

/** Stands where a component without code would be. A dialog is closed, so that it can be opened again. */
function MissingPart({ isOutdated, onSaid, opened = true, onClose }: MissingPartProps): null {
  const say = useEffectEvent(() => {
    onSaid();
    onPartMissing?.(isOutdated);
    onClose?.();
  });
  useEffect(() => {
    if (opened) say();
  }, [opened]);
  return null;
}

/** Whether the server's page begins with other code than this one: code that this page lacks is gone for good. */
async function hasNewBuild(): Promise<boolean> {
  const entry = document.querySelector('script[type="module"][src]')?.getAttribute('src');
  if (entry == null) return false;
  try {
    const page = await fetch('/login', { cache: 'no-store' });
    return page.ok && !(await page.text()).includes(entry);
  } catch {
    return false;
  }
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

async function untilOnline(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, POLL_EVERY));
  if (!navigator.onLine) {
    await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
  }
}

/** Queues a load until the first rows are shown and no query is in flight. */
export function whenIdle(load: Load): void {
  queue.push(load);
  if (isPrefetching) void drainQueue();
}

/**
 * Starts the prefetch. Called behind the login, which needs none of that code.
 *
 * @param first loaded before the rest of the queue
 */
export function startPrefetch(first: Load): void {
  isPrefetching = true;
  queue.unshift(first);
  void drainQueue();
}

/** One load after the other, so that the user's own requests wait for one at most. */
async function drainQueue(): Promise<void> {
  if (isDraining) return;
  isDraining = true;
  await idle();
  for (let load = queue.shift(); load !== undefined; load = queue.shift()) {
    // A failed load is repeated when the component is used.
    await load().catch(() => {});
    await idle();
  }
  isDraining = false;
}

async function idle(): Promise<void> {
  do await pause();
  while (queryClient.isFetching() > 0);
}

/** Safari has no `requestIdleCallback`. */
function pause(): Promise<unknown> {
  return new Promise((resolve) => {
    setTimeout(() => {
      if ('requestIdleCallback' in globalThis) requestIdleCallback(resolve);
      else resolve(undefined);
    }, POLL_EVERY);
  });
}
