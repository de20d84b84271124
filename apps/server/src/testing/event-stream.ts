import { EVENTS_PATH } from '@simiente/contract/events/settings';

export interface StreamEvent {
  readonly event: string;
  readonly data: unknown;
}

/** An open event stream, as a client reads it. */
export interface EventStream {
  readonly status: number;
  readonly headers: Headers;
  /** Everything received so far, including comments. */
  received(): string;
  /** The next event that matches; fails if the stream ends before. */
  until(fits: (event: StreamEvent) => boolean): Promise<StreamEvent>;
  /** Waits for an event by its name. */
  next(event: string): Promise<StreamEvent>;
  /** Resolves at the end of the stream. */
  readonly ended: Promise<void>;
  close(): void;
}

/** Opens `GET /v1/events` of a server at `url`. */
export async function openEventStream(
  url: string,
  headers: Record<string, string>,
  gap = 0,
): Promise<EventStream> {
  const closing = new AbortController();
  const { signal } = closing;
  const answer = await fetch(`${url}${EVENTS_PATH}?gap=${gap}`, { headers, signal });
  let received = '';
  let isOver = false;
  const events: StreamEvent[] = [];
  const changes = new EventTarget();
  const announce = () => changes.dispatchEvent(new Event('more'));

  async function read() {
    const decoder = new TextDecoder();
    let rest = '';
    try {
      for await (const chunk of answer.body ?? []) {
        const text = decoder.decode(chunk, { stream: true });
        received += text;
        const blocks = (rest + text).split('\n\n');
        rest = blocks.pop() ?? '';
        events.push(...blocks.flatMap(readBlock));
        announce();
      }
    } catch {
      // Either side has disconnected.
    }
    isOver = true;
    announce();
  }

  const ended = read();
  const stream: EventStream = {
    status: answer.status,
    headers: answer.headers,
    received: () => received,
    until: async (fits) => {
      for (;;) {
        const index = events.findIndex(fits);
        const [found] = index === -1 ? [] : events.splice(0, index + 1).slice(-1);
        if (found) return found;
        if (isOver) throw new Error(`The stream ended:\n${received}`);
        await new Promise((resolve) => changes.addEventListener('more', resolve, { once: true }));
      }
    },
    next: (name) => stream.until(({ event }) => event === name),
    ended,
    close: () => closing.abort(),
  };
  return stream;
}

function readBlock(block: string): StreamEvent[] {
  const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
  return event === undefined || data === undefined ? [] : [{ event, data: JSON.parse(data) }];
}
