import type { StoredFile } from '@simiente/contract/files/calls';
import { pluralize } from '../../lib/format/numbers.ts';
import classes from './EarlierFiles.module.css';
import { FileLine } from './FileLine.tsx';

interface EarlierFilesProps {
  files: readonly StoredFile[];
  /** Link to another host, from before the first stored file. */
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
