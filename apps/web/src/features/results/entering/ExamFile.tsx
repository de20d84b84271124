import { IconFileText } from '@tabler/icons-react';
import { LinkButton } from '../../../ui/buttons/LinkButton.tsx';
import classes from './ExamFile.module.css';

/** Fragment for the browser's viewer: page width, without the column of pages. */
const PAGE_WIDE = '#navpanes=0&view=FitH';

interface ExamFileProps {
  file: {
    readonly fileUrl: string | null;
    readonly fileName: string | null;
    readonly mediaType: string | null;
  };
}

/** The paper from which results are typed: a PDF in the browser's own viewer, or a picture. */
export function ExamFile({ file: { fileUrl, fileName, mediaType } }: ExamFileProps) {
  if (fileUrl === null) return null;
  const name = fileName ?? 'Archivo del estudio';
  return (
    <section className={classes.file} aria-label="Archivo del estudio">
      <div className={classes.head}>
        <IconFileText size={17} stroke={1.7} aria-hidden />
        <span className={classes.name} title={name}>
          {name}
        </span>
        <LinkButton
          kind="subtle"
          size="compact-sm"
          href={fileUrl}
          newTab
          aria-label={`Abrir ${name} en otra pestaña`}
        >
          Abrir en otra pestaña
        </LinkButton>
      </div>
      {mediaType === 'application/pdf' ? (
        // Tab goes from field to field, not through the viewer.
        <iframe className={classes.pdf} src={`${fileUrl}${PAGE_WIDE}`} title={name} tabIndex={-1} />
      ) : mediaType?.startsWith('image/') ? (
        <div className={classes.picture}>
          <img src={fileUrl} alt={name} />
        </div>
      ) : (
        <p className={classes.none}>Este archivo no se puede mostrar aquí.</p>
      )}
    </section>
  );
}
