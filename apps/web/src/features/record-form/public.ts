export {
  FormMessages,
  STALE_TITLE,
  StaleChoice,
  toExisting,
} from './FormMessages.tsx';
export {
  defineFields,
  type FieldErrors,
  type FieldValues,
  type FormFields,
  orNull,
  type Payload,
  toFieldValues,
} from './fields.ts';
export { NewRecordButton, RecordModal } from './RecordModal.tsx';
export { RecordPage } from './RecordPage.tsx';
export { MutationModal, UnsavedModal } from './UnsavedModal.tsx';
export { useDuplicates } from './use-duplicates.ts';
export {
  type FormFrame,
  type FormInputs,
  type FormRequest,
  type RecordForm,
  useReasonForm,
  useRecordForm,
} from './use-record-form.ts';
