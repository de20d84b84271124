import { failureOf } from './failure.ts';
import { noAnswer, refusalOf } from './send.ts';

export interface UploadRequest {
  /** The path of the call. */
  readonly path: string;
  readonly fields: Readonly<Record<string, string | undefined>>;
  readonly file: File;
  /** Names the upload, so that repeating it after a lost answer stores nothing twice. */
  readonly idempotencyKey: string;
  /** How much of it has left, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
  readonly signal?: AbortSignal;
}

/**
 * Sends a file and gives the answer's `data`. `fetch` cannot say how far an upload is, so this is the
 * older way to ask.
 *
 * @throws ApiFailure for every answer that is not a success, and when there is no answer
 * @throws the signal's reason when it was called off
 */
export function upload(request: UploadRequest): Promise<unknown> {
  const { path, fields, file, idempotencyKey, onProgress, signal } = request;
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) form.append(name, value);
  }
  form.append('file', file);
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const call = new XMLHttpRequest();
    const abort = () => call.abort();
    call.open('POST', path);
    call.responseType = 'json';
    call.setRequestHeader('idempotency-key', idempotencyKey);
    call.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    call.onload = () => {
      if (call.status === 200) resolve(call.response?.data);
      else reject(refusalOf(call.response));
    };
    call.onerror = () => reject(noAnswer());
    call.onabort = () => reject(signal?.reason ?? failureOf(null));
    call.onloadend = () => signal?.removeEventListener('abort', abort);
    signal?.addEventListener('abort', abort);
    call.send(form);
  });
}
