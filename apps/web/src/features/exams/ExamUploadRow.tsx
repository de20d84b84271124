import { ActionIcon } from '@mantine/core';
import { IconCircleCheck, IconX } from '@tabler/icons-react';
import { formatFileSize } from '../../lib/format/numbers.ts';
import { UploadProgress } from '../../ui/page/UploadProgress.tsx';
import classes from './AddExamsModal.module.css';
import { ExamTypeInput } from './ExamTypeInput.tsx';
import type { ExamUpload, ExamUploads } from './use-exam-uploads.ts';

interface ExamUploadRowProps {
  upload: ExamUpload;
  uploads: Pick<ExamUploads, 'setType' | 'remove' | 'cancel'>;
  /** A type is missing, and it was asked for. */
  typeMissing: boolean;
  /** What is being sent stays as it was asked for. */
  readOnly: boolean;
}

/** One file: what it is called, what study it is, how far it is. */
export function ExamUploadRow({ upload, uploads, typeMissing, readOnly }: ExamUploadRowProps) {
  const { id, file, state, examType, error } = upload;
  const isEditable = state === 'waiting' || state === 'failed';
  return (
    <li className={classes.row}>
      <div className={classes.file}>
        <p className={classes.name} title={file.name}>
          {file.name}
        </p>
        <p className={classes.size}>{formatFileSize(file.size)}</p>
        {state !== 'uploading' && state !== 'done' && !readOnly && (
          <ActionIcon
            className={classes.remove ?? ''}
            aria-label={`Quitar ${file.name}`}
            onClick={() => uploads.remove(id)}
          >
            <IconX size={17} stroke={1.7} aria-hidden />
          </ActionIcon>
        )}
      </div>
      {isEditable && (
        <ExamTypeInput
          aria-label={`Tipo de estudio de ${file.name}`}
          value={examType}
          readOnly={readOnly}
          error={typeMissing && examType.trim() === '' && 'Elige el tipo de estudio'}
          onChange={(next) => uploads.setType(id, next)}
        />
      )}
      {state === 'uploading' && (
        <UploadProgress
          label={file.name}
          share={upload.share}
          onCancel={() => uploads.cancel(id)}
        />
      )}
      {state === 'done' && (
        <p className={classes.done}>
          <IconCircleCheck size={17} stroke={1.7} aria-hidden /> {examType}: agregado
        </p>
      )}
      {error !== undefined && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </li>
  );
}
