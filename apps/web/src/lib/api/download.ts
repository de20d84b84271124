import { invalidAnswer } from './failure.ts';
import { noAnswer, send } from './send.ts';

/**
 * Fetches a file and saves it as a browser download. Unlike a link, this can report a failure or an ended session.
 * @param idempotencyKey of a counted download: a retry after a lost answer is not counted again
 * @throws ApiFailure for every unsuccessful or missing answer
 */
export async function download(
  path: string,
  { fileName, idempotencyKey }: { readonly fileName: string; readonly idempotencyKey?: string },
): Promise<void> {
  const headers = new Headers();
  if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey);
  const response = await send(path, { headers });
  if (!response.headers.has('content-disposition')) throw invalidAnswer();
  // A connection that breaks midway counts as no answer.
  const blob = await response.blob().catch(() => {
    throw noAnswer();
  });
  saveBlob(blob, fileName);
}

/** Milliseconds before a blob's URL is revoked; the browser needs it only to start the download. */
const RELEASE_AFTER = 60_000;

export function saveBlob(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  saveLink(url, fileName);
  setTimeout(() => URL.revokeObjectURL(url), RELEASE_AFTER);
}

/** Lets the browser save the content of an address, by default under the file name of its answer. */
export function saveLink(address: string, fileName = ''): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
}
