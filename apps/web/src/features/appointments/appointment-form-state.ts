import type { OverlapDetails } from '@simiente/contract/appointments';
import type { Draft } from './appointment-draft.ts';

/** The fields that a form of an appointment may have. */
export type AppointmentField = 'patient' | 'doctor' | 'status' | 'date' | 'time';

export type FieldErrors = Partial<Record<AppointmentField, string>>;

/** What stands in the way besides these fields, which were just changed. */
export function errorsBeside(
  errors: FieldErrors,
  changed: Partial<Record<AppointmentField, unknown>>,
): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([field]) => !(field in changed)));
}

/** What such a form shows and does, whether the appointment is there already or not. */
export interface AppointmentFormState {
  readonly timeZone: string;
  readonly draft: Draft;
  readonly errors: FieldErrors;
  /** How often fields stood in the way of saving; each time the first of them takes the focus. */
  readonly stops: number;
  readonly isSaving: boolean;
  /** Who has the doctor at that time, when that is why nothing was saved. */
  readonly overlap: OverlapDetails | undefined;
  readonly error: Error | null;
  readonly edit: (fields: Partial<Omit<Draft, 'filledFrom'>>) => void;
  /** Fills the fields with one of the free times that were offered. */
  readonly take: (freeTime: string) => void;
  readonly save: () => void;
  readonly close: () => void;
}
