import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type ChatServer,
  completeAnswer,
  endlessAnswer,
  plainAnswer,
  startChatServer,
  truncatedAnswer,
} from '../testing/chat-server.ts';
import {
  createLanguageModel,
  MAX_MODEL_TEXT_LENGTH,
  MODEL_TIMEOUT,
  type ModelFailure,
  ModelProblem,
} from './language-model.ts';

const MESSAGES = [
  { role: 'system', content: 'Instrucciones' },
  { role: 'user', content: 'Volumen: 2.1 mL' },
] as const;
const TEXT = 'La concentración fue de 14 millones/mL — bajo el percentil 5. 👍';

let server: ChatServer;
beforeAll(async () => {
  server = await startChatServer();
});
afterAll(() => server.close());

const lines: string[] = [];
const log = pino({}, { write: (line: string) => void lines.push(line) });
/** A model with a timeout that is short where a test waits for it. */
const modelWith = (timeout = MODEL_TIMEOUT, url = server.url) =>
  createLanguageModel({ url, model: 'prueba', key: 'clave secreta' }, log, timeout);

async function failure(timeout = MODEL_TIMEOUT, url = server.url): Promise<ModelFailure> {
  const failed = await modelWith(timeout, url)
    .write(MESSAGES)
    .then(
      ({ text }) => new Error(`It wrote ${text.slice(0, 40)}`),
      (cause: unknown) => cause,
    );
  if (failed instanceof ModelProblem) return failed.failure;
  throw failed;
}

describe('a language model behind the published chat format', () => {
  test('gets its name, key and messages', async () => {
    server.respond(completeAnswer(TEXT));
    const from = server.requests.length;
    expect(await modelWith().write(MESSAGES)).toEqual({ text: TEXT, model: 'prueba-2' });
    expect(server.requests.slice(from)).toEqual([
      {
        path: '/v1/chat/completions',
        authorization: 'Bearer clave secreta',
        body: expect.objectContaining({ model: 'prueba', messages: MESSAGES }),
      },
    ]);
  });

  test('sends no Authorization header without a key', async () => {
    server.respond(completeAnswer(TEXT));
    const from = server.requests.length;
    await createLanguageModel({ url: `${server.url}/`, model: 'm', key: null }, log).write(
      MESSAGES,
    );
    expect(server.requests[from]).toMatchObject({ path: '/v1/chat/completions' });
    expect(server.requests[from]?.authorization).toBeUndefined();
  });

  test('keeps the white space around a text', async () => {
    server.respond(completeAnswer(`\n ${TEXT}\n\n`));
    expect((await modelWith().write(MESSAGES)).text).toBe(`\n ${TEXT}\n\n`);
  });

  test.each<[string, ModelFailure, Parameters<ChatServer['respond']>[0]]>([
    [
      'a redirect, which is not followed',
      'redirected',
      plainAnswer(307, '', { location: '/v1/elsewhere' }),
    ],
    [
      'a redirect of a POST to a GET',
      'redirected',
      plainAnswer(302, '', { location: '/v1/elsewhere' }),
    ],
    ['a wrong key', 'rejected', plainAnswer(401, '{"error":{}}')],
    ['an unknown model', 'rejected', plainAnswer(404, '{"error":{}}')],
    ['too many requests', 'busy', plainAnswer(429, '{"error":{}}')],
    ['an overload', 'busy', plainAnswer(503, '')],
    ['a fault', 'broken', plainAnswer(500, 'fault')],
    ['a page', 'broken', plainAnswer(200, '<html>Hola</html>')],
    [
      'broken JSON',
      'broken',
      plainAnswer(200, '{"choices":[', { 'content-type': 'application/json' }),
    ],
    [
      'another format',
      'broken',
      plainAnswer(200, '{"text":"Hola"}', { 'content-type': 'application/json' }),
    ],
    [
      'an error as an answer',
      'broken',
      plainAnswer(200, '{"error":{"message":"no"}}', { 'content-type': 'application/json' }),
    ],
    [
      'bytes that are not text',
      'broken',
      (response) => void response.end(Buffer.from([0x64, 0x61, 0xff, 0xfe])),
    ],
    ['an answer that is cut', 'broken', truncatedAnswer((response) => response.destroy())],
    ['an answer that ends too early', 'broken', truncatedAnswer((response) => response.end())],
    ['a text that was cut at its length', 'tooLong', completeAnswer('La concentración', 'length')],
    [
      'a longer text than any report',
      'tooLong',
      completeAnswer('a'.repeat(MAX_MODEL_TEXT_LENGTH + 1)),
    ],
    ['an answer without an end', 'tooLong', endlessAnswer('a'.repeat(60_000))],
    ['a refusal', 'declined', completeAnswer('', 'stop', { content: null, refusal: 'No puedo.' })],
    ['a filter', 'declined', completeAnswer('La', 'content_filter')],
    [
      'a tool that it wants to use',
      'declined',
      completeAnswer('', 'tool_calls', { tool_calls: [{ id: 'a' }] }),
    ],
    ['an empty text', 'declined', completeAnswer(' \n')],
    ['a character that cannot be stored', 'broken', completeAnswer('Hola\u0000')],
  ])('%s is reported', async (_name, expected, respond) => {
    server.respond(respond);
    const from = server.requests.length;
    expect(await failure()).toBe(expected);
    // No request is repeated, nor sent to another address.
    expect(server.requests.slice(from).map(({ path }) => path)).toEqual(['/v1/chat/completions']);
  });

  test.each<[string, Parameters<ChatServer['respond']>[0]]>([
    ['never answers', () => {}],
    ['stops in the middle', truncatedAnswer()],
  ])('a server that %s is given up', async (_name, respond) => {
    server.respond(respond);
    expect(await failure(150)).toBe('slow');
  });

  test('an unreachable server is reported', async () => {
    const stoppedServer = await startChatServer();
    await stoppedServer.close();
    expect(await failure(MODEL_TIMEOUT, stoppedServer.url)).toBe('unreachable');
  });

  test('the log names the failure, and neither the key nor request or answer', () => {
    expect(lines.length).toBeGreaterThan(10);
    const all = lines.join('');
    expect(all).toContain('"failure":"slow"');
    expect(all).not.toMatch(/clave secreta|Volumen|concentraci/);
  });
});
