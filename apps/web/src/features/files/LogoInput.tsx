import '@mantine/dropzone/styles.css';
import { ActionIcon } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { errorTable } from '@simiente/contract/common/errors';
import { visibleText } from '@simiente/contract/common/text';
import type { StoredFile } from '@simiente/contract/files/calls';
import { LOGO_MEDIA_TYPES, MAX_LOGO_SIZE } from '@simiente/contract/partners/calls';
import { IconPhoto, IconPhotoOff, IconTrash } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { formatFileSize } from '../../lib/format/numbers.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import classes from './LogoInput.module.css';

/** A logo in a form: none, the record's current one, or a picked file. */
type LogoValue = File | StoredFile | null;

/** Rules of a record form for a logo. */
export const logoField = {
  initial: null as LogoValue,
  // A stored image is unchanged as long as its URL is.
  isSame: (first: LogoValue, second: LogoValue) => toComparable(first) === toComparable(second),
  show: (value: LogoValue) =>
    value === null
      ? 'Sin imagen'
      : visibleText(value instanceof File ? value.name : value.fileName),
};

function toComparable(value: LogoValue): unknown {
  return value === null || value instanceof File ? value : value.fileUrl;
}

interface LogoInputProps {
  label: string;
  required: boolean;
  value: LogoValue;
  /** The record's logo, which can only be replaced: removing a picked file returns to it. */
  saved?: StoredFile | null;
  error: string | undefined;
  readOnly: boolean;
  onChange: (value: LogoValue) => void;
  onReject: (reason: string) => void;
}

/** Object URL of a picked file, revoked when another one is picked. */
function useObjectUrl(file: File | null): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (file === null) return;
    const objectUrl = URL.createObjectURL(file);
    setUrl(objectUrl);
    return () => {
      URL.revokeObjectURL(objectUrl);
      setUrl(undefined);
    };
  }, [file]);
  return url;
}

const LOGO_FILES = `${LOGO_MEDIA_TYPES.join(',')},.png,.jpg,.jpeg,.webp`;

/** The specified message for a file that is not an image. */
export const ONLY_IMAGES = 'Por favor, selecciona solo archivos de imagen';
/** Explains which images are accepted. */
export const ACCEPTED_IMAGES = 'Se aceptan PNG, JPEG o WebP de hasta 5 MB.';

/** Reason why the server would reject an image, as far as the browser can tell: only the server checks the content. */
function findLogoRejection({ name, size, type }: File): string | undefined {
  const isImage =
    LOGO_MEDIA_TYPES.some((accepted) => accepted === type) || /\.(png|jpe?g|webp)$/i.test(name);
  if (!isImage) return ONLY_IMAGES;
  if (size === 0) return errorTable.FILE_EMPTY.message;
  if (size > MAX_LOGO_SIZE) {
    return `La imagen pesa ${formatFileSize(size)}; el máximo es ${formatFileSize(MAX_LOGO_SIZE)}.`;
  }
  return undefined;
}

/** Field for a logo: drop or choose it, preview, replace, remove. */
export function LogoInput(props: LogoInputProps) {
  const { label, required, value, saved = null, error, readOnly, onChange, onReject } = props;
  const pickedUrl = useObjectUrl(value instanceof File ? value : null);
  const image =
    value instanceof File
      ? { src: pickedUrl, name: visibleText(value.name), size: value.size }
      : value && { src: value.fileUrl, name: value.fileName, size: value.fileSize };
  const id = useId();
  const open = useRef<() => void>(null);
  // The buttons are not disabled while read-only, so that they keep the focus, and can get it after a rejection.
  const choose = () => !readOnly && open.current?.();
  const canRemove = saved === null || value instanceof File;

  function pick(files: readonly File[]) {
    const [file] = files;
    if (!file) return;
    const rejection = files.length > 1 ? 'Elige una sola imagen.' : findLogoRejection(file);
    if (rejection === undefined) onChange(file);
    else onReject(rejection);
  }

  return (
    <fieldset className={classes.field}>
      <legend className={classes.label}>
        {label}
        {required && (
          <span className={classes.required} aria-hidden>
            {' '}
            *
          </span>
        )}
      </legend>
      <Dropzone
        openRef={open}
        // `accept` is only a hint; `pick` checks the file.
        inputProps={{ 'aria-hidden': true, tabIndex: -1, accept: LOGO_FILES }}
        multiple={false}
        // Keyboard and screen readers use the buttons inside.
        activateOnClick={false}
        activateOnKeyboard={false}
        enablePointerEvents
        tabIndex={-1}
        disabled={readOnly}
        onDropAny={(files, rejected) => pick([...files, ...rejected.map(({ file }) => file)])}
        // Required, but `onDropAny` gets all files, including those that the dropzone would reject.
        onDrop={() => {}}
        classNames={{ root: classes.zone ?? '', inner: classes.inner ?? '' }}
        mod={{ filled: image !== null, wrong: error !== undefined }}
      >
        {image === null ? (
          <button
            type="button"
            className={classes.prompt}
            aria-describedby={error === undefined ? undefined : `${id}-error`}
            aria-label={`${label}${required ? ', obligatorio' : ''}: arrastra la imagen o selecciónala`}
            data-invalid={error !== undefined}
            onClick={choose}
          >
            <IconPhoto size={22} stroke={1.5} aria-hidden />
            <span className={classes.drag}>Arrastra la imagen</span>{' '}
            <span>
              o <span className={classes.choose}>selecciónala</span>
            </span>
          </button>
        ) : (
          <div className={classes.filled}>
            <span className={classes.preview}>
              {image.src !== undefined && (
                <Preview key={image.src} src={image.src} alt={`Vista previa: ${label}`} />
              )}
            </span>
            <div className={classes.words}>
              <p className={classes.name} title={image.name}>
                {image.name}
              </p>
              <p className={classes.size}>{formatFileSize(image.size)}</p>
              <div className={classes.actions}>
                <Button
                  kind="default"
                  size="xs"
                  aria-label={`Cambiar: ${label}`}
                  aria-describedby={error === undefined ? undefined : `${id}-error`}
                  data-invalid={error !== undefined}
                  onClick={choose}
                >
                  Cambiar
                </Button>
                {canRemove && (
                  <ActionIcon
                    aria-label={`Quitar: ${label}`}
                    onClick={() => !readOnly && onChange(saved)}
                  >
                    <IconTrash size={17} stroke={1.7} aria-hidden />
                  </ActionIcon>
                )}
              </div>
            </div>
          </div>
        )}
      </Dropzone>
      {error !== undefined && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** The preview, or an icon if the file is not an image; only the server decides whether it is accepted. */
function Preview({ src, alt }: { src: string; alt: string }) {
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) {
    return <IconPhotoOff size={22} stroke={1.5} role="img" aria-label="Sin vista previa" />;
  }
  return <img src={src} alt={alt} onError={() => setIsBroken(true)} />;
}
