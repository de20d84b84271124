import { failureOf } from './failure.ts';
import { acrossSessions, noAnswer } from './send.ts';

export interface UploadRequest {
  readonly method?: 'POST' | 'PUT';
  /** The path of the call. */
  readonly path: string;
  readonly fields: Readonly<Record<string, string | undefined>>;
  /** By the fields of the form that carry them. */
  readonly files: Readonly<Record<string, File | undefined>>;
  /** Names the change, so that repeating it after a lost answer does nothing twice. */
  readonly idempotencyKey: string;
  /** How much of it has left, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
  readonly signal?: AbortSignal;
}

/**
 * Sends a form with files and gives the answer's `data`. `fetch` cannot say how far an upload is, so this is the
 * older way to ask.
 *
 * @throws ApiFailure for every answer that is not a success, and when there is no answer
 * @throws the signal's reason when it was called off
 */
export function upload(request: UploadRequest): Promise<unknown> {
  return acrossSessions(() => attempt(request));
}

function attempt(request: UploadRequest): Promise<unknown> {
  const { method = 'POST', path, fields, files, idempotencyKey, onProgress, signal } = request;
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...fields, ...files })) {
    if (value !== undefined) form.append(name, value);
  }
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const call = new XMLHttpRequest();
    const abort = () => call.abort();
    call.open(method, path);
    call.responseType = 'json';
    call.setRequestHeader('idempotency-key', idempotencyKey);
    call.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    call.onload = () => {
      if (call.status === 200) resolve(call.response?.data);
      else reject(failureOf(call.response, call.status));
    };
    call.onerror = () => reject(noAnswer());
    call.onabort = () => reject(signal?.reason ?? failureOf(null));
    call.onloadend = () => signal?.removeEventListener('abort', abort);
    signal?.addEventListener('abort', abort);
    call.send(form);
  });
}
