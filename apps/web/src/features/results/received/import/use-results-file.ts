import {
  type CheckedFile,
  checkedFileData,
  importedFileData,
} from '@simiente/contract/results/file-calls';
import { useMutation } from '@tanstack/react-query';
import { ApiFailure } from '../../../../lib/api/failure.ts';
import { useRequestKey } from '../../../../lib/api/request-key.ts';
import { upload } from '../../../../lib/api/upload.ts';
import { refreshResults } from '../received-list.ts';

interface SentResults {
  readonly file: File;
  readonly idLaboratory: string;
  readonly examType: string;
  /** Undefined to use the stored columns of the laboratory and study. */
  readonly columns: string | undefined;
  /** Line of the headings; undefined to let the server find it. */
  readonly headingLine: number | undefined;
}

/** Checks a file, and imports it. A repetition after a lost answer imports nothing twice. */
export function useResultsFile() {
  const { keyFor } = useRequestKey();

  function send<Answer>(
    call: 'check' | 'import',
    { file, headingLine, ...settings }: SentResults,
    read: (data: unknown) => Answer,
  ) {
    const fields = { ...settings, headingLine: headingLine?.toString() };
    return upload({
      path: `/v1/result/${call}-file`,
      fields,
      files: { file },
      idempotencyKey: keyFor([call, file.name, file.size, file.lastModified, fields]),
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
  return { checking, importing };
}

/** The reason of a failure in words: the first issue of the file, or the error itself. */
export function describeFileFailure(error: Error): string {
  const [issue] = error instanceof ApiFailure ? error.issues : [];
  return issue?.message ?? error.message;
}
