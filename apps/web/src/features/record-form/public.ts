export { FormMessages } from './FormMessages.tsx';
export { type FieldErrors, fieldsOf } from './fields.ts';
export { RecordModal } from './RecordModal.tsx';
export { RecordPage } from './RecordPage.tsx';
export { STALE_TITLE, StaleChoice } from './StaleChoice.tsx';
export {
  type FormInputs,
  type FormRequest,
  type RecordForm,
  useRecordForm,
} from './use-record-form.ts';
