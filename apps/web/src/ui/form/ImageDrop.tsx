import '@mantine/dropzone/styles.css';
import { ActionIcon } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconPhoto, IconPhotoOff, IconTrash } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { formatFileSize } from '../../lib/format/numbers.ts';
import { LockButton } from '../buttons/LockButton.tsx';
import classes from './ImageDrop.module.css';

/** The current picture, stored or picked. */
export interface PickedImage {
  /** URL of the preview. */
  readonly src: string | undefined;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

interface ImageDropProps {
  label: string;
  required: boolean;
  image: PickedImage | null;
  /** `accept` of the file dialog, only a hint; `onPick` checks the files. */
  accept: string;
  error: string | undefined;
  readOnly: boolean;
  onPick: (files: readonly File[]) => void;
  /** Removes the image; without it the image can only be changed. */
  onRemove: (() => void) | undefined;
}

/** Field for one image: drop or choose it, preview, replace, remove. */
export function ImageDrop(props: ImageDropProps) {
  const { label, required, image, accept, error, readOnly, onPick } = props;
  const id = useId();
  const open = useRef<() => void>(null);
  // Not disabled while read-only, so that the buttons keep the focus and can receive it after a rejection.
  const choose = () => !readOnly && open.current?.();
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
        inputProps={{ 'aria-hidden': true, tabIndex: -1, accept }}
        multiple={false}
        // Keyboard and screen readers use the buttons inside.
        activateOnClick={false}
        activateOnKeyboard={false}
        enablePointerEvents
        tabIndex={-1}
        disabled={readOnly}
        onDropAny={(files, refused) => onPick([...files, ...refused.map(({ file }) => file)])}
        onDrop={ignore}
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
          <Filled {...props} image={image} onOpen={choose} errorId={`${id}-error`} />
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

/** `onDropAny` gets all files, including those that the dropzone would reject. */
const ignore = () => {};

interface FilledProps extends ImageDropProps {
  image: PickedImage;
  onOpen: () => void;
  errorId: string;
}

function Filled(props: FilledProps) {
  const { label, image, error, errorId, readOnly = false, onOpen, onRemove } = props;
  return (
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
          <LockButton
            kind="default"
            size="xs"
            aria-label={`Cambiar: ${label}`}
            aria-describedby={error === undefined ? undefined : errorId}
            data-invalid={error !== undefined}
            onClick={onOpen}
          >
            Cambiar
          </LockButton>
          {onRemove && (
            <ActionIcon aria-label={`Quitar: ${label}`} onClick={() => !readOnly && onRemove()}>
              <IconTrash size={17} stroke={1.7} aria-hidden />
            </ActionIcon>
          )}
        </div>
      </div>
    </div>
  );
}

/** The preview, or an icon if the file is not an image; only the server decides whether it is accepted. */
function Preview({ src, alt }: { src: string; alt: string }) {
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken)
    return <IconPhotoOff size={22} stroke={1.5} role="img" aria-label="Sin vista previa" />;
  return <img src={src} alt={alt} onError={() => setIsBroken(true)} />;
}
