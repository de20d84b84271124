import { errorTable } from '@simiente/contract/common/errors';
import type { StoredFile } from '@simiente/contract/files/calls';
import { LARGEST_LOGO, LOGO_MEDIA_TYPES } from '@simiente/contract/partners/calls';
import { useEffect, useState } from 'react';
import { formatFileSize } from '../../lib/format/numbers.ts';
import { ImageDrop, type PickedImage } from '../../ui/form/ImageDrop.tsx';

/** A logo of a form: none, the record's current one, or a picked file. */
export type LogoValue = File | StoredFile | null;

/** Rules of a record form for a logo. */
export const logoField = {
  // A stored image is unchanged as long as its URL is.
  isSame: (first: LogoValue, second: LogoValue) => toComparable(first) === toComparable(second),
  show: (value: LogoValue) =>
    value === null ? 'Sin imagen' : value instanceof File ? value.name : value.fileName,
};

function toComparable(value: LogoValue): unknown {
  return value === null || value instanceof File ? value : value.fileUrl;
}

interface LogoInputProps {
  label: string;
  required: boolean;
  value: LogoValue;
  /** The record's logo, to which a removed file returns if it cannot be removed itself. */
  kept?: StoredFile | null;
  error: string | undefined;
  readOnly: boolean;
  onChange: (value: LogoValue) => void;
  onRefuse: (why: string) => void;
}

/** A logo as a field, with a preview. */
export function LogoInput(props: LogoInputProps) {
  const { label, required, value, kept = null, error, readOnly, onChange, onRefuse } = props;
  const url = useObjectUrl(value instanceof File ? value : null);

  function pick(files: readonly File[]) {
    const [file] = files;
    if (!file) return;
    const refusal = files.length > 1 ? 'Elige una sola imagen.' : logoRefusal(file);
    if (refusal === undefined) onChange(file);
    else onRefuse(refusal);
  }

  return (
    <ImageDrop
      label={label}
      required={required}
      image={toImage(value, url)}
      accept={LOGO_FILES}
      error={error}
      readOnly={readOnly}
      onPick={pick}
      onRemove={kept !== null && !(value instanceof File) ? undefined : () => onChange(kept)}
    />
  );
}

function toImage(logo: LogoValue, url: string | undefined): PickedImage | null {
  if (logo === null) return null;
  if (logo instanceof File) return { src: url, name: logo.name, size: logo.size };
  return { src: logo.fileUrl, name: logo.fileName, size: logo.fileSize };
}

/** Object URL of a picked file, revoked when another one is picked. */
function useObjectUrl(file: File | null): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (file === null) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => {
      URL.revokeObjectURL(made);
      setUrl(undefined);
    };
  }, [file]);
  return url;
}

/** Types in the syntax of `<input type="file">`. */
const LOGO_FILES = `${LOGO_MEDIA_TYPES.join(',')},.png,.jpg,.jpeg,.webp`;

/** The specified message for a file that is not an image. */
export const ONLY_IMAGES = 'Por favor, selecciona solo archivos de imagen';
/** Detail of that message. */
export const ACCEPTED_IMAGES = 'Se aceptan PNG, JPEG o WebP de hasta 5 MB.';

/** Reason why an image would be rejected, as far as the browser can tell; only the server checks the content. */
function logoRefusal({ name, size, type }: File): string | undefined {
  const isImage =
    LOGO_MEDIA_TYPES.some((accepted) => accepted === type) || /\.(png|jpe?g|webp)$/i.test(name);
  if (!isImage) return ONLY_IMAGES;
  if (size === 0) return errorTable.FILE_EMPTY.message;
  if (size > LARGEST_LOGO) {
    return `La imagen pesa ${formatFileSize(size)}; el máximo es ${formatFileSize(LARGEST_LOGO)}.`;
  }
  return undefined;
}
