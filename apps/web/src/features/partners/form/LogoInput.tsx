import { errorTable } from '@simiente/contract/common/errors';
import {
  LARGEST_LOGO,
  LOGO_MEDIA_TYPES,
  type LogoField,
  type Partner,
} from '@simiente/contract/partners/calls';
import { useEffect, useState } from 'react';
import { formatFileSize } from '../../../lib/format/numbers.ts';
import { ImageDrop, type PickedImage } from '../../../ui/form/ImageDrop.tsx';
import type { RecordForm } from '../../record-form/public.ts';
import type { LogoValue, PartnerValues } from './partner-values.ts';

interface LogoInputProps {
  form: RecordForm<PartnerValues, Partner>;
  field: LogoField;
}

/** One of the partner's images, with a preview. */
export function LogoInput({ form, field }: LogoInputProps) {
  const { label, required } = form.input(field);
  const logo = form.values[field];
  const url = useObjectUrl(logo instanceof File ? logo : null);
  // The login's image is required: it can be replaced, not removed.
  const isKept = field === 'logo_app_login' && form.base?.logo_app_login != null;

  function pick(files: readonly File[]) {
    const [file] = files;
    if (!file) return;
    const refusal = files.length > 1 ? 'Elige una sola imagen.' : logoRefusal(file);
    if (refusal === undefined) return form.edit({ [field]: file });
    form.setError(field, refusal);
    if (refusal === ONLY_IMAGES) {
      form.warn(ONLY_IMAGES, { detail: 'Son PNG, JPEG o WebP, de 5 MB como máximo.' });
    }
  }

  return (
    <ImageDrop
      label={label}
      required={required}
      image={imageOf(logo, url)}
      accept={LOGO_FILES}
      error={form.errors[field]}
      readOnly={form.isSaving}
      onPick={pick}
      onRemove={
        isKept && !(logo instanceof File)
          ? undefined
          : () => form.edit({ [field]: isKept ? (form.base?.[field] ?? null) : null })
      }
    />
  );
}

function imageOf(logo: LogoValue, url: string | undefined): PickedImage | null {
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

/** As of an `<input type="file">`. */
export const LOGO_FILES = `${LOGO_MEDIA_TYPES.join(',')},.png,.jpg,.jpeg,.webp`;

/** The specification's message for a file that is no image. */
export const ONLY_IMAGES = 'Por favor, selecciona solo archivos de imagen';

/** Why an image would be refused, as far as the browser can tell; only the server checks the content. */
export function logoRefusal({ name, size, type }: File): string | undefined {
  const isImage =
    LOGO_MEDIA_TYPES.some((accepted) => accepted === type) || /\.(png|jpe?g|webp)$/i.test(name);
  if (!isImage) return ONLY_IMAGES;
  if (size === 0) return errorTable.FILE_EMPTY.message;
  if (size > LARGEST_LOGO) {
    return `La imagen pesa ${formatFileSize(size)}; el máximo es ${formatFileSize(LARGEST_LOGO)}.`;
  }
  return undefined;
}
