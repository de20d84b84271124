import { joinNews, type News, readNotification } from './changes.ts';
import type { Listening } from './listener.ts';

/** Milliseconds for which what was heard is remembered, for whoever comes back after a short absence. */
const REMEMBERED = 60_000;
/** Pieces of news that are remembered at most; after more, who comes back is told of everything. */
const MOST_REMEMBERED = 2_000;
/** Milliseconds in which changes are told together, so that a storm of them is a few lines. */
const TOLD_TOGETHER = 100;

/** What the triggers of the database speak on (migration 0011). */
export const CHANGES_CHANNEL = 'simiente_changes';

export interface Hub extends Listening {
  /** Tells of every change from now on, until the function that it gives is called. */
  subscribe(tell: (news: News) => void): () => void;
  /**
   * What was heard in the last `gap` milliseconds, and for how many of them that is the whole of it:
   * 0 while nothing can be heard.
   */
  recall(gap: number): { readonly covers: number; readonly news: News | undefined };
  stop(): void;
}

/** Tells what the database says of changes to all who want to know. */
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
