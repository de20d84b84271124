export {
  FormMessages,
  STALE_TITLE,
  StaleChoice,
  toExisting,
} from './FormMessages.tsx';
export {
  defineFields,
  type FieldErrors,
  type FormFields,
  orNull,
  type Payload,
} from './fields.ts';
export { MutationModal } from './MutationModal.tsx';
export { NewRecordButton } from './NewRecordButton.tsx';
export { RecordModal } from './RecordModal.tsx';
export { RecordPage } from './RecordPage.tsx';
export { UnsavedModal } from './UnsavedModal.tsx';
export { useDuplicates } from './use-duplicates.ts';
export { useReasonForm } from './use-reason-form.ts';
export {
  type FormFrame,
  type FormInputs,
  type FormRequest,
  type RecordForm,
  useRecordForm,
} from './use-record-form.ts';
