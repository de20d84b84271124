import type { StoredFile } from '@simiente/contract/files/calls';
import { IconFileTypePdf, IconPhoto } from '@tabler/icons-react';
import { DateText } from '../../ui/page/DateText.tsx';
import classes from './FileLine.module.css';

/** Link to a file, with its uploader and date. */
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
