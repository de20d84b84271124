import { noAnswer, send } from './send.ts';

/**
 * Fetches a file of ours and saves it as a browser download. Unlike a link it can report a failure or
 * an ended session.
 *
 * @param idempotencyKey of a counted download: a repetition after a lost answer is not counted again
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
  // By then the browser has opened the blob.
  setTimeout(() => URL.revokeObjectURL(url), RELEASE_AFTER);
}

/** Milliseconds until the blob's URL is revoked. */
const RELEASE_AFTER = 60_000;

/** Reads the body; a connection that breaks midway counts as no answer. */
async function bodyOf(response: Response): Promise<Blob> {
  try {
    return await response.blob();
  } catch {
    throw noAnswer();
  }
}
