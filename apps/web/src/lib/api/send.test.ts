import { waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ApiFailure } from './failure.ts';
import { retryAcrossSessions, send, whenProofNeeded, whenSessionEnds } from './send.ts';

const makeSessionEnded = () => new ApiFailure('UNAUTHORIZED', 'Tu sesión terminó.');

test('a request that is rejected after the user returned is repeated without asking for the password again', async () => {
  const back = Promise.withResolvers<boolean>();
  const open = vi.fn(() => back.promise);
  whenSessionEnds(open);
  const slow = Promise.withResolvers<string>();
  const attempts = vi
    .fn<() => Promise<string>>()
    .mockReturnValueOnce(slow.promise)
    .mockResolvedValueOnce('slow');
  const fast = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(makeSessionEnded())
    .mockResolvedValueOnce('fast');

  const answers = [retryAcrossSessions(attempts), retryAcrossSessions(fast)];
  await waitFor(() => expect(open).toHaveBeenCalledOnce());
  back.resolve(true);
  expect(await answers[1]).toBe('fast');
  slow.reject(makeSessionEnded());
  expect(await answers[0]).toBe('slow');
  expect(open).toHaveBeenCalledOnce();
});

test('a request whose session ends twice is retried, and fails for another user', async () => {
  const open = vi.fn<() => Promise<boolean>>().mockResolvedValueOnce(true).mockResolvedValue(false);
  whenSessionEnds(open);
  const rejected = retryAcrossSessions(() => Promise.reject(makeSessionEnded()));
  await expect(rejected).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  expect(open).toHaveBeenCalledTimes(2);
});

test('S9, T-L8: requests that need a proof share one dialog and are repeated, or fail if it is cancelled', async () => {
  const open = vi.fn<() => Promise<boolean>>().mockResolvedValueOnce(true).mockResolvedValue(false);
  whenProofNeeded(open);
  const makeProofNeeded = () => new ApiFailure('PROOF_NEEDED', 'Confirma primero tu identidad.');
  const makeRequest = () =>
    vi
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(makeProofNeeded())
      .mockResolvedValueOnce('done');
  expect(
    await Promise.all([retryAcrossSessions(makeRequest()), retryAcrossSessions(makeRequest())]),
  ).toEqual(['done', 'done']);
  expect(open).toHaveBeenCalledOnce();
  await expect(retryAcrossSessions(makeRequest())).rejects.toMatchObject({ code: 'PROOF_NEEDED' });
});

test('E-10.2979: a read without an answer fails after a minute, and a change waits', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  onTestFinished(() => void vi.unstubAllGlobals());
  const outcomes: unknown[] = [];
  vi.stubGlobal('fetch', ({ signal }: Request) => {
    const { promise, reject } = Promise.withResolvers<Response>();
    signal.addEventListener('abort', () => reject(signal.reason));
    return promise;
  });
  for (const method of ['GET', 'POST']) {
    const request = new Request('http://localhost/v1/user/list', { method });
    void send(request).catch((error: ApiFailure) => outcomes.push(method, error.message));
  }
  await vi.advanceTimersByTimeAsync(59_000);
  expect(outcomes).toEqual([]);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(outcomes).toEqual(['GET', 'Sin conexión con el servidor. Revisa tu conexión a internet.']);
});
