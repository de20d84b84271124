import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ApiFailure } from './failure.ts';
import { acrossSessions, whenSessionEnds } from './send.ts';

const ended = () => new ApiFailure('UNAUTHORIZED', 'Tu sesión terminó.');

test('a request that is refused after the user is back is repeated without asking for the password again', async () => {
  const back = Promise.withResolvers<boolean>();
  const ask = vi.fn(() => back.promise);
  whenSessionEnds(ask);
  const late = Promise.withResolvers<string>();
  const attempts = vi
    .fn<() => Promise<string>>()
    .mockReturnValueOnce(late.promise)
    .mockResolvedValueOnce('late');
  const prompt = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(ended())
    .mockResolvedValueOnce('prompt');

  const answers = [acrossSessions(attempts), acrossSessions(prompt)];
  await waitFor(() => expect(ask).toHaveBeenCalledOnce());
  back.resolve(true);
  expect(await answers[1]).toBe('prompt');
  late.reject(ended());
  expect(await answers[0]).toBe('late');
  expect(ask).toHaveBeenCalledOnce();
});

test('a request whose session ends again asks again, and fails for another user', async () => {
  const ask = vi.fn<() => Promise<boolean>>().mockResolvedValueOnce(true).mockResolvedValue(false);
  whenSessionEnds(ask);
  const refused = acrossSessions(() => Promise.reject(ended()));
  await expect(refused).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  expect(ask).toHaveBeenCalledTimes(2);
});
