import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { upload } from './upload.ts';

interface Attempt {
  readonly file: File;
  /** The version of the record that the file is meant for. */
  readonly version: number;
  /** Idempotency key: a repeated upload after a lost answer stores nothing twice. */
  readonly key: string;
  readonly signal: AbortSignal;
}

/** A call that attaches a file to an existing record. */
interface FileUpload<Versioned extends { version: number }> {
  readonly path: string;
  /** Form fields that identify the record; its version is added. */
  readonly fields: Readonly<Record<string, string>>;
  /** Reads the record from the answer's `data`; throws if it is not there. */
  read(data: unknown): Versioned;
  /** The current record, if the upload was rejected because another user changed it. */
  parseCurrent(error: Error): Versioned | undefined;
  /** Puts the returned record into the cache. */
  show(record: Versioned): Promise<void>;
  onDone(record: Versioned): void;
  onFailure(error: Error, retry: () => void): void;
  /** The upload was cancelled, perhaps too late: refetch the record. */
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
        // Another version makes it another request, which needs a new key.
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
