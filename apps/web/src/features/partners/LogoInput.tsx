import type { LogoField } from '@simiente/contract/partners';
import { ImageDrop, type PickedImage } from '../../ui/form/ImageDrop.tsx';
import { LOGO_FILES } from './logo-file.ts';
import type { DraftLogo } from './partner-draft.ts';
import { useObjectUrl } from './use-object-url.ts';
import type { PartnerForm } from './use-partner-form.ts';

interface LogoInputProps {
  form: PartnerForm;
  field: LogoField;
  label: string;
  required?: boolean;
}

/** One of the partner's images, with its preview. */
export function LogoInput({ form, field, label, required = false }: LogoInputProps) {
  const logo = form.draft[field];
  const url = useObjectUrl(logo instanceof File ? logo : null);
  // The one of the login is always needed: it can only give way to another.
  const isKept = field === 'logo_app_login' && form.base?.logo_app_login != null;
  return (
    <ImageDrop
      label={label}
      required={required}
      image={imageOf(logo, url)}
      accept={LOGO_FILES}
      error={form.errors[field]}
      readOnly={form.isSaving}
      onPick={(files) => form.pickLogo(field, files)}
      onRemove={
        isKept && !(logo instanceof File)
          ? undefined
          : () => form.edit({ [field]: isKept ? (form.base?.[field] ?? null) : null })
      }
    />
  );
}

function imageOf(logo: DraftLogo, url: string | undefined): PickedImage | null {
  if (logo === null) return null;
  if (logo instanceof File) return { src: url, name: logo.name, size: logo.size };
  return { src: logo.fileUrl, name: logo.fileName, size: logo.fileSize };
}
