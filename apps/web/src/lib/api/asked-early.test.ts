import { beforeEach, expect, test, vi } from 'vitest';

const PATH = '/v1/user/list?status=0';

async function load(asked: Record<string, Promise<Response | false>>) {
  vi.resetModules();
  vi.stubGlobal('simienteAsked', new Map(Object.entries(asked)));
  return (await import('./asked-early.ts')).askedEarly;
}

const ask = (path: string, init?: RequestInit) => new Request(new URL(path, location.origin), init);

beforeEach(() => vi.unstubAllGlobals());

test('what the head has asked for is given to who asks for the same, once', async () => {
  const answer = new Response('[]');
  const askedEarly = await load({ [PATH]: Promise.resolve(answer) });
  expect(await askedEarly(ask(`${PATH}&search=ana`))).toBeUndefined();
  expect(await askedEarly(ask(PATH, { method: 'POST' }))).toBeUndefined();
  expect(await askedEarly(ask(PATH))).toBe(answer);
  expect(await askedEarly(ask(PATH))).toBeUndefined();
});

test.each([
  ['that failed', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['that there was no reason to ask', () => Promise.resolve(false as const)],
])('one %s is asked for anew', async (_what, answer) => {
  const askedEarly = await load({ [PATH]: answer() });
  expect(await askedEarly(ask(PATH))).toBeUndefined();
});

test('after a while it is no news', async () => {
  vi.useFakeTimers();
  const askedEarly = await load({ [PATH]: Promise.resolve(new Response('[]')) });
  vi.advanceTimersByTime(10_000);
  expect(await askedEarly(ask(PATH))).toBeUndefined();
});
