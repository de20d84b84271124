import { noAnswer, send } from './send.ts';

/**
 * Fetches a file of ours and hands it to the browser as a download. Unlike a link it can say that it
 * failed, and that the session is over.
 *
 * @param idempotencyKey names a download that is counted: asking again after a lost answer counts
 *   nothing twice
 * @throws ApiFailure for every answer that is not a success, and when there is no answer
 */
export async function download(
  path: string,
  { fileName, idempotencyKey }: { readonly fileName: string; readonly idempotencyKey?: string },
): Promise<void> {
  const headers = new Headers();
  if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey);
  const response = await send(path, { headers });
  const url = URL.createObjectURL(await bodyOf(response));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The browser has taken hold of it by then, and nobody else needs the memory.
  setTimeout(() => URL.revokeObjectURL(url), RELEASE_AFTER);
}

/** Milliseconds. */
const RELEASE_AFTER = 60_000;

/** A connection that breaks midway is no answer either. */
async function bodyOf(response: Response): Promise<Blob> {
  try {
    return await response.blob();
  } catch {
    throw noAnswer();
  }
}
