import { longestBranchText } from '@simiente/contract/branches';
import type { BranchDraft } from './branch-draft.ts';
import type { BranchForm } from './use-branch-form.ts';

type TextField = 'name' | 'phone' | 'website' | 'address' | 'state' | 'zip' | 'lat' | 'lng';

/** What each text field of the form is drawn with. */
export function fieldProps(form: BranchForm, field: TextField) {
  return {
    required: true,
    autoComplete: 'off',
    value: form.draft[field],
    error: form.errorOf(field),
    readOnly: form.isSaving,
    ...(field in longestBranchText && {
      maxLength: longestBranchText[field as keyof typeof longestBranchText],
    }),
    onChange: (event: { currentTarget: HTMLInputElement }) =>
      form.edit({ [field]: event.currentTarget.value } as Partial<BranchDraft>),
  };
}
