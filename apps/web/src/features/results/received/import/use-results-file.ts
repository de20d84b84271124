import {
  type CheckedFile,
  checkedFileData,
  importedFileData,
} from '@simiente/contract/results/file-calls';
import { useMutation } from '@tanstack/react-query';
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

/** The mutations that check and import a file. Repeating an import after a lost answer adds nothing twice. */
export function useResultsFile() {
  const { optionsFor } = useRequestKey();

  function send<Answer>(
    call: 'check' | 'import',
    { file, headingLine, ...settings }: SentResults,
    parse: (data: unknown) => Answer,
  ) {
    const fields = { ...settings, headingLine: headingLine?.toString() };
    return upload({
      path: `/v1/result/${call}-file`,
      fields,
      files: { file },
      ...optionsFor([call, file.name, file.size, file.lastModified, fields]).context,
      read: parse,
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
