import type { StoredFile } from '@simiente/contract/stored-file';
import { formatCount } from '../../lib/format/numbers.ts';
import classes from './EarlierFiles.module.css';
import { FileLine } from './FileLine.tsx';

interface EarlierFilesProps {
  files: readonly StoredFile[];
  /** The link to another host that stood there before any file of ours. */
  link?: string | null;
}

/** What a record's file was before, behind a line that says how many there are. */
export function EarlierFiles({ files, link = null }: EarlierFilesProps) {
  const count = files.length + (link === null ? 0 : 1);
  if (count === 0) return null;
  return (
    <details className={classes.details}>
      <summary className={classes.summary}>
        {formatCount(count)} {count === 1 ? 'versión anterior' : 'versiones anteriores'}
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
