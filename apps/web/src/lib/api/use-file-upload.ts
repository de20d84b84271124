import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { upload } from './upload.ts';

interface Attempt {
  readonly file: File;
  /** The version of the record that the file is meant for. */
  readonly version: number;
  /** Names the upload: sending it again after a lost answer stores nothing twice. */
  readonly key: string;
  readonly signal: AbortSignal;
}

/** A call that gives an existing record a file. */
export interface FileUpload<Versioned extends { version: number }> {
  readonly path: string;
  /** Which record it is; its version comes along by itself. */
  readonly fields: Readonly<Record<string, string>>;
  /** The record in the answer's `data`. */
  read(data: unknown): Versioned;
  /** The record as somebody else left it, when that is what the upload was refused for. */
  currentOf(error: Error): Versioned | undefined;
  /** Puts a record that came back where the screen shows it. */
  show(record: Versioned): Promise<void>;
  onDone(record: Versioned): void;
  onFailure(error: Error, retry: () => void): void;
  /** It was called off, perhaps too late: the screen asks what there is now. */
  onCancel(): void;
}

/** Uploads one file for a record, tells how far it is, and can be called off. */
export function useFileUpload<Versioned extends { version: number }>(call: FileUpload<Versioned>) {
  const [share, setShare] = useState(0);
  const controller = useRef<AbortController>(null);

  const sending = useMutation({
    mutationFn: async ({ file, version, key, signal }: Attempt) => {
      setShare(0);
      const fields = { ...call.fields, version: String(version) };
      const request = { path: call.path, fields, files: { file }, idempotencyKey: key };
      return call.read(await upload({ ...request, onProgress: setShare, signal }));
    },
    onSuccess: async (record) => {
      await call.show(record);
      call.onDone(record);
    },
    onError: async (error, { file, version, key, signal }) => {
      if (signal.aborted) return call.onCancel();
      const current = call.currentOf(error);
      if (current) await call.show(current);
      call.onFailure(error, () =>
        // What was refused for its version is another request, under another name.
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
    /** From 0 to 1. */
    share,
    begin: (file: File, version: number) => begin(file, version),
    cancel: () => controller.current?.abort(),
  };
}
