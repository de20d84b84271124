import { patientFields } from '@simiente/contract/patient-fields';
import { type StatusGroup, statusGroup } from '@simiente/contract/patient-filters';
import type { PatientSummary } from '@simiente/contract/patients';

/** What the form holds: every field as it is typed. */
export interface PatientDraft {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly status: StatusGroup;
}

export type DraftField = keyof PatientDraft;
export type DraftErrors = Partial<Record<DraftField, string>>;

/** What is sent of a patient. */
export interface WrittenPatient {
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly status: StatusGroup;
}

export const draftFields: readonly DraftField[] = ['name', 'email', 'phone', 'status'];

export const EMPTY_DRAFT: PatientDraft = { name: '', email: '', phone: '', status: 1 };

type Written = Pick<PatientSummary, 'name' | 'email' | 'phone' | 'status'>;

export function draftOf({ name, email, phone, status }: Written): PatientDraft {
  return { name, email: email ?? '', phone: phone ?? '', status: statusGroup(status) };
}

export function changedFields(draft: PatientDraft, from: PatientDraft): DraftField[] {
  return draftFields.filter((field) => draft[field] !== from[field]);
}

/**
 * What is to be saved of these fields, or what stands in the way of each. A field that nobody touched
 * is not looked at: an import may have brought what no form takes.
 */
export function checkDraft(
  draft: PatientDraft,
  fields: readonly DraftField[],
): { readonly written: Partial<WrittenPatient> } | { readonly errors: DraftErrors } {
  const written: Record<string, unknown> = {};
  const errors: DraftErrors = {};
  for (const field of fields) {
    const value = draft[field];
    const isEmpty = (field === 'email' || field === 'phone') && String(value).trim() === '';
    const { data, error } = patientFields[field].safeParse(isEmpty ? null : value);
    if (error) errors[field] = error.issues[0]?.message ?? '';
    else written[field] = data;
  }
  return Object.keys(errors).length > 0 ? { errors } : { written };
}

/** The draft on what the patient is now: what one has not touched oneself is as others left it. */
export function rebase(draft: PatientDraft, base: PatientDraft, now: PatientDraft): PatientDraft {
  const mine = changedFields(draft, base).map((field) => [field, draft[field]]);
  return { ...now, ...Object.fromEntries(mine) };
}

/** By what somebody could be the same person; nothing that is still being typed. */
export function contactOf({ email, phone }: PatientDraft): { email?: string; phone?: string } {
  const read = {
    email: patientFields.email.safeParse(email).data ?? undefined,
    phone: patientFields.phone.safeParse(phone).data ?? undefined,
  };
  return {
    ...(read.email !== undefined && { email: read.email }),
    ...(read.phone !== undefined && { phone: read.phone }),
  };
}
