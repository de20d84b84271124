import { createReadStream } from 'node:fs';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Problem } from '../problem.ts';

/** The address of a clamd that listens on TCP. */
export interface ClamdAddress {
  readonly host: string;
  readonly port: number;
}

/** Milliseconds without traffic after which clamd counts as unavailable. */
const SILENCE_TIMEOUT = 30_000;
/** Seconds until a client should retry. */
const RETRY_AFTER = 60;

/**
 * Sends a file to clamd, if there is one.
 * @returns the path of the file
 * @throws Problem FILE_INFECTED; SCANNER_UNAVAILABLE if clamd gives no verdict
 */
export async function scanFile(
  file: string,
  clamd: ClamdAddress | null,
  timeout = SILENCE_TIMEOUT,
): Promise<string> {
  if (clamd === null) return file;
  const verdict = await askClamd(file, clamd, timeout).catch((cause: unknown) => {
    throw new Problem('SCANNER_UNAVAILABLE', { retryAfter: RETRY_AFTER, cause });
  });
  if (verdict.endsWith(' FOUND')) {
    throw new Problem('FILE_INFECTED', { cause: new Error(verdict) });
  }
  if (verdict !== 'stream: OK') {
    const cause = new Error(`clamd answered '${verdict.slice(0, 200)}'`);
    throw new Problem('SCANNER_UNAVAILABLE', { retryAfter: RETRY_AFTER, cause });
  }
  return file;
}

async function askClamd(file: string, clamd: ClamdAddress, timeout: number): Promise<string> {
  const socket = connect(clamd);
  socket.setTimeout(timeout, () => socket.destroy(new Error('clamd does not answer')));
  try {
    const [answer] = await Promise.all([
      text(socket),
      pipeline(instream(file), socket, { end: false }),
    ]);
    return answer.replace(/\0$/, '');
  } finally {
    socket.destroy();
  }
}

/** The command INSTREAM: the file in chunks, each after its length. An empty chunk ends the file. */
async function* instream(file: string): AsyncGenerator<Buffer> {
  yield Buffer.from('zINSTREAM\0');
  for await (const chunk of createReadStream(file)) yield* [encodeLength(chunk), chunk];
  yield encodeLength(Buffer.alloc(0));
}

function encodeLength(chunk: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(chunk.length);
  return length;
}
