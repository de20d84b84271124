import { VIEW_AS_HEADER } from '@simiente/contract/common/access/role-names';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { invalidAnswer, parseFailure } from './failure.ts';
import { noAnswer, readViewAs, retryAcrossSessions } from './send.ts';

interface UploadRequest<Answer> {
  readonly method?: 'POST' | 'PUT';
  readonly path: string;
  readonly fields: Readonly<Record<string, string | undefined>>;
  /** Files by form field. */
  readonly files: Readonly<Record<string, File | undefined>>;
  /** Lets an upload be repeated after a lost answer without storing the file twice. */
  readonly idempotencyKey: string;
  /** Share of the bytes sent, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
  readonly signal?: AbortSignal;
  /** Parses the answer's `data`; throws if they have another form. */
  readonly read: (data: unknown) => Answer;
}

/**
 * Sends a multipart form and returns the parsed `data` of the answer. Uses XMLHttpRequest, because `fetch` reports
 * no upload progress.
 * @throws ApiFailure for every unsuccessful or missing answer
 * @throws the signal's reason after an abort
 */
export function upload<Answer>(request: UploadRequest<Answer>): Promise<Answer> {
  return retryAcrossSessions(() => attempt(request));
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

interface Attempt {
  readonly file: File;
  /** The version of the record for which the file is meant. */
  readonly version: number;
  /** Idempotency key. */
  readonly key: string;
  readonly signal: AbortSignal;
}

/** A call that attaches a file to an existing record, and the handlers of its outcomes. */
interface FileUpload<Versioned extends { version: number }> {
  readonly path: string;
  /** Form fields that identify the record; its version is added. */
  readonly fields: Readonly<Record<string, string>>;
  /** Parses the record in the answer's `data`; throws if it is missing. */
  read(data: unknown): Versioned;
  /** The current record, if the upload was rejected because another user changed it. */
  parseCurrent(error: Error): Versioned | undefined;
  /** Puts the returned record into the cache. */
  show(record: Versioned): Promise<void>;
  onDone(record: Versioned): void;
  onFailure(error: Error, retry: () => void): void;
  /** Refetches the record, because a cancelled upload may have been stored. */
  onCancel(): void;
}

/** Uploads one file for a record, with progress and cancellation. */
export function useFileUpload<Versioned extends { version: number }>(call: FileUpload<Versioned>) {
  const [share, setShare] = useState(0);
  const controller = useRef<AbortController>(null);

  const sending = useMutation({
    mutationFn: async ({ file, version, key, signal }: Attempt) => {
      setShare(0);
      const fields = { ...call.fields, version: String(version) };
      const request = { path: call.path, fields, files: { file }, idempotencyKey: key };
      return upload({ ...request, onProgress: setShare, signal, read: call.read });
    },
    onSuccess: async (record) => {
      await call.show(record);
      call.onDone(record);
    },
    onError: async (error, { file, version, key, signal }) => {
      if (signal.aborted) return call.onCancel();
      const current = call.parseCurrent(error);
      if (current) await call.show(current);
      call.onFailure(error, () =>
        // A request with another version needs a new key.
        current ? begin(file, current.version) : begin(file, version, key),
      );
    },
  });

  function begin(file: File, version: number, key: string = crypto.randomUUID()) {
    controller.current = new AbortController();
    sending.mutate({ file, version, key, signal: controller.current.signal });
  }

  return {
    isUploading: sending.isPending,
    /** Uploaded share from 0 to 1. */
    share,
    begin: (file: File, version: number) => begin(file, version),
    cancel: () => controller.current?.abort(),
  };
}
