import { joinNews, type News, readNotification } from './changes.ts';
import type { Listening } from './listener.ts';

/** Milliseconds for which changes are remembered, for clients that come back. */
const REMEMBERED = 60_000;
/**
 * Most remembered changes; beyond them, a returning client is told that anything may have changed.
 */
const MOST_REMEMBERED = 2_000;
/** Milliseconds over which changes are merged, so that a burst is a few events. */
const TOLD_TOGETHER = 100;

/** The channel of the database triggers (migration 0011). */
export const CHANGES_CHANNEL = 'simiente_changes';

export interface Hub extends Listening {
  /**
   * Subscribes to changes.
   * @returns ends the subscription
   */
  subscribe(tell: (news: News) => void): () => void;
  /**
   * The changes of the last `gap` milliseconds, and for how many of these the list is complete: 0 while
   * the database is not connected.
   */
  recall(gap: number): { readonly covers: number; readonly news: News | undefined };
  stop(): void;
}

/** Distributes the changes that the database announces. */
export function createHub(): Hub {
  const subscribers = new Set<(news: News) => void>();
  let waiting: News[] = [];
  let timer: NodeJS.Timeout | undefined;
  let remembered: { readonly at: number; readonly news: News }[] = [];
  let listeningSince: number | null = null;

  function tell() {
    clearTimeout(timer);
    timer = undefined;
    const news = joinNews(waiting);
    waiting = [];
    if (news === undefined) return;
    for (const subscriber of subscribers) subscriber(news);
  }

  return {
    heard(payload) {
      const news = readNotification(payload);
      const at = performance.now();
      remembered.push({ at, news });
      if (remembered.length > MOST_REMEMBERED) {
        remembered = [];
        listeningSince = at;
      }
      waiting.push(news);
      timer ??= setTimeout(tell, TOLD_TOGETHER).unref();
    },
    began() {
      listeningSince = performance.now();
      remembered = [];
      waiting = ['everything'];
      tell();
    },
    lost() {
      listeningSince = null;
    },
    subscribe(subscriber) {
      subscribers.add(subscriber);
      return () => subscribers.delete(subscriber);
    },
    recall(gap) {
      const now = performance.now();
      remembered = remembered.filter(({ at }) => now - at <= REMEMBERED);
      if (listeningSince === null) return { covers: 0, news: undefined };
      const covers = Math.floor(Math.min(gap, REMEMBERED, now - listeningSince));
      const recent = remembered.filter(({ at }) => now - at <= covers);
      return { covers, news: joinNews(recent.map(({ news }) => news)) };
    },
    stop: () => clearTimeout(timer),
  };
}
