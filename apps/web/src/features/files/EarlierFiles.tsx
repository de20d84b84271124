import type { StoredFile } from '@simiente/contract/files/calls';
import { IconFileTypePdf, IconPhoto } from '@tabler/icons-react';
import { pluralize } from '../../lib/format/numbers.ts';
import { DateText } from '../../ui/page/DateText.tsx';
import classes from './EarlierFiles.module.css';

interface EarlierFilesProps {
  files: readonly StoredFile[];
  /** The external link that the record had before its first stored file. */
  link?: string | null;
}

/** Earlier versions of a record's file, collapsed. */
export function EarlierFiles({ files, link = null }: EarlierFilesProps) {
  const count = files.length + (link === null ? 0 : 1);
  if (count === 0) return null;
  return (
    <details className={classes.details}>
      <summary className={classes.summary}>
        {pluralize(count, ['versión anterior', 'versiones anteriores'])}
      </summary>
      <ul className={classes.list}>
        {files.map((file) => (
          <li key={file.fileUrl}>
            <FileLine file={file} />
          </li>
        ))}
        {link !== null && (
          <li>
            <a
              className={classes.link}
              href={link}
              target="_blank"
              rel="noopener noreferrer"
              aria-label="Enlace externo (se abre en otra pestaña)"
            >
              Enlace externo
            </a>
          </li>
        )}
      </ul>
    </details>
  );
}

export function FileLine({ file }: { file: StoredFile }) {
  const { fileName, fileUrl, mediaType, uploadedAt, uploadedBy } = file;
  const Icon = mediaType === 'application/pdf' ? IconFileTypePdf : IconPhoto;
  return (
    <div className={classes.line}>
      <Icon className={classes.icon} size={20} stroke={1.7} aria-hidden />
      <div className={classes.words}>
        <a
          className={classes.name}
          href={fileUrl}
          target="_blank"
          rel="noopener noreferrer"
          title={fileName}
          aria-label={`${fileName} (se abre en otra pestaña)`}
        >
          {fileName}
        </a>
        <p className={classes.who}>
          {uploadedBy !== null && `${uploadedBy}, `}
          <DateText value={uploadedAt} />
        </p>
      </div>
    </div>
  );
}
