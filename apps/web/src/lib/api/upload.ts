import { failureOf } from './failure.ts';
import { acrossSessions, noAnswer } from './send.ts';

interface UploadRequest {
  readonly method?: 'POST' | 'PUT';

  readonly path: string;
  readonly fields: Readonly<Record<string, string | undefined>>;
  /** By form field. */
  readonly files: Readonly<Record<string, File | undefined>>;
  /** The same key after a lost answer makes the server change nothing twice. */
  readonly idempotencyKey: string;
  /** Share of the bytes sent, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
  readonly signal?: AbortSignal;
}

/**
 * Sends a multipart form and returns the answer's `data`. By XMLHttpRequest, because `fetch` reports no
 * upload progress.
 *
 * @throws ApiFailure for every answer that is not a success, and when there is no answer
 * @throws the signal's reason when it was aborted
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
