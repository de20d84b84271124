import type { LogoField, Partner } from '@simiente/contract/partners';
import { ImageDrop, type PickedImage } from '../../ui/form/ImageDrop.tsx';
import type { RecordForm } from '../record-form/public.ts';
import { LOGO_FILES, logoRefusal, ONLY_IMAGES } from './logo-file.ts';
import type { LogoValue, PartnerValues } from './partner-values.ts';
import { useObjectUrl } from './use-object-url.ts';

interface LogoInputProps {
  form: RecordForm<PartnerValues, Partner>;
  field: LogoField;
}

/** One of the partner's images, with its preview. */
export function LogoInput({ form, field }: LogoInputProps) {
  const { label, required } = form.input(field);
  const logo = form.values[field];
  const url = useObjectUrl(logo instanceof File ? logo : null);
  // The one of the login is always needed: it can only give way to another.
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
