import type { StoredFile } from '@simiente/contract/stored-file';
import { formatCount } from '../../lib/format/numbers.ts';
import classes from './EarlierFiles.module.css';
import { FileLine } from './FileLine.tsx';

/** What a record's file was before, behind a line that says how many there are. */
export function EarlierFiles({ files }: { files: readonly StoredFile[] }) {
  if (files.length === 0) return null;
  return (
    <details className={classes.details}>
      <summary className={classes.summary}>
        {formatCount(files.length)}{' '}
        {files.length === 1 ? 'versión anterior' : 'versiones anteriores'}
      </summary>
      <ul className={classes.list}>
        {files.map((file) => (
          <li key={file.fileUrl}>
            <FileLine file={file} />
          </li>
        ))}
      </ul>
    </details>
  );
}
