import type {
  ChangedKinds,
  ChangeEvent,
  EndReason,
  ReadyEvent,
} from '@simiente/contract/events/stream';

/** Message of the stream, as forwarded between tabs. */
export type LiveMessage =
  /** The stream is open and covers all changes since `from` (milliseconds since the epoch). */
  | { readonly type: 'ready'; readonly from: number }
  /** Heartbeat. */
  | { readonly type: 'beat' }
  | { readonly type: 'change'; readonly kinds: readonly string[]; readonly ids: ChangedKinds }
  | { readonly type: 'everything' }
  /** The roles of the account changed; another stream follows. */
  | { readonly type: 'roles' };

/** Reads a stream of events to its end. @throws the error that broke it */
export async function readStream(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  receive: (message: LiveMessage) => void,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const message = readBlock(block);
      if (message) receive(message);
    }
  }
}

/** An unknown event of a newer server counts as a heartbeat. */
function readBlock(block: string): LiveMessage | undefined {
  const [, event, data = '{}'] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
  switch (event) {
    case 'ready':
      return { type: 'ready', from: Date.now() - (JSON.parse(data) as ReadyEvent).covers };
    case 'change': {
      const { kinds: ids } = JSON.parse(data) as ChangeEvent;
      return { type: 'change', kinds: Object.keys(ids), ids };
    }
    case 'everything':
      return { type: 'everything' };
    case 'end':
      return (JSON.parse(data) as { reason?: EndReason }).reason === 'roles'
        ? { type: 'roles' }
        : undefined;
    default:
      return { type: 'beat' };
  }
}
