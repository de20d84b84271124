import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A request that the server received. */
interface AskedChat {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

type Respond = (response: ServerResponse) => void | Promise<void>;

export interface ChatServer {
  /** The base of its addresses. */
  readonly url: string;
  readonly requests: readonly AskedChat[];
  /** Sets the answer to the next requests. */
  respond(how: Respond): void;
  close(): Promise<void>;
}

/**
 * A server of the chat format that OpenAI published, on the loopback address: whole answers, streams of
 * server-sent events, and every kind of failure.
 */
export async function startChatServer(): Promise<ChatServer> {
  const requests: AskedChat[] = [];
  let respond: Respond = whole('Hola.');
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    requests.push({
      path: request.url ?? '',
      authorization: request.headers.authorization,
      body: JSON.parse((await readBody(request)) || '{}'),
    });
    await respond(response);
  };
  // A client that aborts while its request still arrives interrupts reading it.
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    respond: (how) => {
      respond = how;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const piece of request.setEncoding('utf8')) body += piece;
  return body;
}

const MODEL = 'prueba-2';

/** An answer in one piece. */
export const whole =
  (text: string, finish = 'stop', more: object = {}): Respond =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
    response.end(
      JSON.stringify({
        id: 'chatcmpl-1',
        object: 'chat.completion',
        model: MODEL,
        choices: [
          {
            index: 0,
            message: { role: 'assistant', content: text, ...more },
            finish_reason: finish,
          },
        ],
        usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      }),
    );
  };

const chunk = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    model: MODEL,
    choices: [{ index: 0, delta, finish_reason: finish }],
  })}\n\n`;

export function beginStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
}

/** A complete stream, in pieces of any size, also within characters. */
export const streamed =
  (text: string, { finish = 'stop', size = 7 }: { finish?: string; size?: number } = {}): Respond =>
  async (response) => {
    beginStream(response);
    const events = [
      ': keep-alive\n\n',
      chunk({ role: 'assistant', content: '' }),
      ...(text.match(/[\s\S]{1,5}/gu) ?? []).map((content) => chunk({ content })),
      chunk({}, finish),
      'data: [DONE]\n\n',
    ];
    const bytes = Buffer.from(events.join(''));
    for (let at = 0; at < bytes.length; at += size) {
      if (!response.write(bytes.subarray(at, at + size))) await once(response, 'drain');
    }
    response.end();
  };

/** Sends the first words, and then leaves the connection to the test. */
export const begun =
  (text: string, then: (response: ServerResponse) => void = () => {}): Respond =>
  (response) => {
    beginStream(response);
    response.write(chunk({ content: text }), () => then(response));
  };

/** A stream that never ends. */
export const endless =
  (piece: string): Respond =>
  async (response) => {
    beginStream(response);
    const pieces = function* () {
      while (true) yield piece;
    };
    // It ends when the client disconnects.
    await pipeline(Readable.from(pieces()), response).catch(() => undefined);
  };

export const makeChunk = (text: string) => chunk({ content: text });

/** A status with a body of any kind. */
export const plain =
  (status: number, body: string, headers: Readonly<Record<string, string>> = {}): Respond =>
  (response) => {
    response.writeHead(status, { 'content-type': 'text/html', ...headers });
    response.end(body);
  };
