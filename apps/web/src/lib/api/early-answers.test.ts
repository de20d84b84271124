import { beforeEach, expect, test, vi } from 'vitest';

const PATH = '/v1/user/list?status=0';

async function load(earlyAnswers: Record<string, Promise<Response | false>>) {
  vi.resetModules();
  vi.stubGlobal('simienteEarlyAnswers', new Map(Object.entries(earlyAnswers)));
  return import('./early-answers.ts');
}

const ask = (path: string, init?: RequestInit) => new Request(new URL(path, location.origin), init);

beforeEach(() => vi.unstubAllGlobals());

test('an early answer serves the same request, once', async () => {
  const answer = new Response('[]');
  const { takeEarlyAnswer } = await load({ [PATH]: Promise.resolve(answer) });
  expect(await takeEarlyAnswer(ask(`${PATH}&search=ana`))).toBeUndefined();
  expect(await takeEarlyAnswer(ask(PATH, { method: 'POST' }))).toBeUndefined();
  expect(await takeEarlyAnswer(ask(PATH))).toBe(answer);
  expect(await takeEarlyAnswer(ask(PATH))).toBeUndefined();
});

test.each([
  ['failed', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['not needed early', () => Promise.resolve(false as const)],
])('a request that was %s is sent again', async (_what, answer) => {
  const { takeEarlyAnswer } = await load({ [PATH]: answer() });
  expect(await takeEarlyAnswer(ask(PATH))).toBeUndefined();
});

test('an early answer expires', async () => {
  vi.useFakeTimers();
  const { takeEarlyAnswer } = await load({ [PATH]: Promise.resolve(new Response('[]')) });
  vi.advanceTimersByTime(10_000);
  expect(await takeEarlyAnswer(ask(PATH))).toBeUndefined();
});

test('an early answer is forgotten when the session ends, so that the next user does not get it', async () => {
  const { takeEarlyAnswer, forgetEarlyAnswers } = await load({
    [PATH]: Promise.resolve(new Response('[]')),
  });
  forgetEarlyAnswers();
  expect(await takeEarlyAnswer(ask(PATH))).toBeUndefined();
});

test('an answer may be as old as the page while early answers are used, and is new afterwards', async () => {
  vi.useFakeTimers();
  const { readSince } = await load({ [PATH]: Promise.resolve(new Response('[]')) });
  vi.spyOn(performance, 'timeOrigin', 'get').mockReturnValue(1_795_525_801_057.3);
  expect(readSince()).toBe(1_795_525_801_057);
  vi.advanceTimersByTime(10_000);
  expect(readSince()).toBe(Date.now());
});
