import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A request that the server received. */
interface ChatRequest {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

type Respond = (response: ServerResponse) => void | Promise<void>;

export interface ChatServer {
  /** The base of its addresses. */
  readonly url: string;
  readonly requests: readonly ChatRequest[];
  /** Sets the answer to the next requests. */
  respond(handler: Respond): void;
  close(): Promise<void>;
}

/**
 * A server of the chat format that OpenAI published, on the loopback address: answers, and every kind of failure.
 */
export async function startChatServer(): Promise<ChatServer> {
  const requests: ChatRequest[] = [];
  let respond: Respond = completeAnswer('Hola.');
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
    respond: (handler) => {
      respond = handler;
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
export const completeAnswer =
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

/** Sends the beginning of an answer, and then leaves the connection to the test. */
export const truncatedAnswer =
  (then: (response: ServerResponse) => void = () => {}): Respond =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"choices":[{"message":{"content":"La conc', () => then(response));
  };

/** A body that never ends. */
export const endlessAnswer =
  (piece: string): Respond =>
  async (response) => {
    const pieces = function* () {
      while (true) yield piece;
    };
    // The pipeline fails when the client disconnects.
    await pipeline(Readable.from(pieces()), response).catch(() => undefined);
  };

/** A status with a body of any kind. */
export const plainAnswer =
  (status: number, body: string, headers: Readonly<Record<string, string>> = {}): Respond =>
  (response) => {
    response.writeHead(status, { 'content-type': 'text/html', ...headers });
    response.end(body);
  };
