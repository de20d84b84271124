import { VIEW_AS_HEADER } from '@simiente/contract/common/access/role-names';
import { invalidAnswer, parseFailure } from './failure.ts';
import { acrossSessions, noAnswer, readViewAs } from './send.ts';

interface UploadRequest<Answer> {
  readonly method?: 'POST' | 'PUT';
  readonly path: string;
  readonly fields: Readonly<Record<string, string | undefined>>;
  /** Files by form field. */
  readonly files: Readonly<Record<string, File | undefined>>;
  /** Repeating an upload with its key after a lost answer stores nothing twice. */
  readonly idempotencyKey: string;
  /** Share of the bytes sent, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
  readonly signal?: AbortSignal;
  /** Reads the answer's `data`; throws if they are not the call's. */
  readonly read: (data: unknown) => Answer;
}

/**
 * Sends a multipart form and returns the content of its answer. It uses XMLHttpRequest, because `fetch` reports no
 * upload progress.
 * @throws ApiFailure for every unsuccessful or missing answer
 * @throws the signal's reason when it was aborted
 */
export function upload<Answer>(request: UploadRequest<Answer>): Promise<Answer> {
  return acrossSessions(() => attempt(request));
}

function attempt<Answer>(request: UploadRequest<Answer>): Promise<Answer> {
  const {
    method = 'POST',
    path,
    fields,
    files,
    idempotencyKey,
    onProgress,
    signal,
    read,
  } = request;
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
    const viewAs = readViewAs();
    if (viewAs) call.setRequestHeader(VIEW_AS_HEADER, viewAs);
    call.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    call.onload = () => {
      if (call.status !== 200) return reject(parseFailure(call.response, call.status));
      try {
        resolve(read(call.response?.data));
      } catch {
        reject(invalidAnswer());
      }
    };
    call.onerror = () => reject(noAnswer());
    call.onabort = () => reject(signal?.reason ?? parseFailure(null));
    call.onloadend = () => signal?.removeEventListener('abort', abort);
    signal?.addEventListener('abort', abort);
    call.send(form);
  });
}
