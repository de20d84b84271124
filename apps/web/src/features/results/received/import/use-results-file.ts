import {
  type CheckedFile,
  checkedFileData,
  importedFileData,
} from '@simiente/contract/results/file-calls';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiFailure } from '../../../../lib/api/failure.ts';
import { upload } from '../../../../lib/api/upload.ts';
import { refreshResults } from '../received-list.ts';

/** A file, and the settings for reading it. */
interface SentResults {
  readonly file: File;
  readonly idLaboratory: string;
  readonly examType: string;
  /** Undefined to use the stored columns of the laboratory and study. */
  readonly columns: string | undefined;
  /** Line of the headings; undefined to let the server find it. */
  readonly headingLine: number | undefined;
}

/** Checks a file, and imports it. A repetition of a lost answer imports nothing twice. */
export function useResultsFile() {
  const running = useRef<AbortController>(null);
  const key = useRef({ of: '', value: '' });

  function send<Answer>(
    call: 'check' | 'import',
    { file, headingLine, ...rest }: SentResults,
    read: (data: unknown) => Answer,
  ) {
    const fields = { ...rest, headingLine: headingLine?.toString() };
    const of = JSON.stringify([call, file.name, file.size, file.lastModified, fields]);
    if (key.current.of !== of) key.current = { of, value: crypto.randomUUID() };
    running.current = new AbortController();
    return upload({
      path: `/v1/result/${call}-file`,
      fields,
      files: { file },
      idempotencyKey: key.current.value,
      signal: running.current.signal,
      read,
    });
  }

  const checking = useMutation({
    mutationFn: (sent: SentResults) =>
      send('check', sent, (data): CheckedFile => checkedFileData.parse(data).checked),
  });
  const importing = useMutation({
    mutationFn: (sent: SentResults) =>
      send('import', sent, (data) => importedFileData.parse(data).outcome),
    onSettled: () => refreshResults(),
  });
  return {
    checking,
    importing,
    isBusy: checking.isPending || importing.isPending,
    cancel: () => running.current?.abort(),
    reset() {
      checking.reset();
      importing.reset();
    },
  };
}

/** Why a file was rejected, with an instruction. */
export function describeFileFailure(error: Error): string {
  const [issue] = error instanceof ApiFailure ? error.issues : [];
  return issue === undefined ? error.message : issue.message;
}
