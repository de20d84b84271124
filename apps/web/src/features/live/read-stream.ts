import type { ChangeEvent, ReadyEvent } from '@simiente/contract/events';

/** What a stream says, as a tab tells it to the others. */
export type LiveMessage =
  /** The stream is open, and tells everything since `from` (milliseconds since the epoch). */
  | { readonly type: 'ready'; readonly from: number }
  /** It lives. */
  | { readonly type: 'beat' }
  | { readonly type: 'change'; readonly kinds: readonly string[] }
  | { readonly type: 'everything' };

/** Reads a stream of events to its end. @throws what ended it otherwise */
export async function readStream(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  hear: (message: LiveMessage) => void,
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
      if (message) hear(message);
    }
  }
}

/** What it does not know of a newer server is a sign of life. */
function readBlock(block: string): LiveMessage | undefined {
  const [, event, data = '{}'] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
  switch (event) {
    case 'ready':
      return { type: 'ready', from: Date.now() - (JSON.parse(data) as ReadyEvent).covers };
    case 'change':
      return { type: 'change', kinds: Object.keys((JSON.parse(data) as ChangeEvent).kinds) };
    case 'everything':
      return { type: 'everything' };
    case 'end':
      return undefined;
    default:
      return { type: 'beat' };
  }
}
