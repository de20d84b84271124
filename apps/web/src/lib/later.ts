import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { queryClient } from './query-client.ts';

type Load = () => Promise<unknown>;

/** Milliseconds between two looks at whether a list is still on its way. */
const LOOK_AGAIN = 300;
/** How often something is fetched before it is said that it cannot be had. */
const TRIES = 3;

const waiting: Load[] = [];
let isFetchingAhead = false;
let isWorking = false;

/** A piece that is drawn when it is first used, and fetched ahead once the browser has nothing else to do. */
export function later<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  whenIdle(load);
  return lazy(() => insist(load));
}

/** What could not be fetched is tried again: a network that is away for a moment takes nobody's page. */
export async function insist<Module>(load: () => Promise<Module>): Promise<Module> {
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
  await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN));
  if (!navigator.onLine) {
    await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
  }
}

/** Does something once the first rows are there and nothing else is under way. */
export function whenIdle(load: Load): void {
  waiting.push(load);
  if (isFetchingAhead) void work();
}

/**
 * From now on what is needed later is fetched ahead: behind the login, since nothing of it is used there.
 *
 * @param first what comes before anything else
 */
export function fetchAhead(first: Load): void {
  isFetchingAhead = true;
  waiting.unshift(first);
  void work();
}

/** One after the other, so that whatever a person does meanwhile waits for one of them at most. */
async function work(): Promise<void> {
  if (isWorking) return;
  isWorking = true;
  await idle();
  for (let load = waiting.shift(); load !== undefined; load = waiting.shift()) {
    // What fails is fetched again when it is used.
    await load().catch(() => {});
    await idle();
  }
  isWorking = false;
}

async function idle(): Promise<void> {
  do await pause();
  while (queryClient.isFetching() > 0);
}

/** Safari has no such callback. */
function pause(): Promise<unknown> {
  return new Promise((resolve) => {
    setTimeout(() => {
      if ('requestIdleCallback' in globalThis) requestIdleCallback(resolve);
      else resolve(undefined);
    }, LOOK_AGAIN);
  });
}
