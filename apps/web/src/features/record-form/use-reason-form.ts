import type { Rule } from './fields.ts';
import { type RecordFormOptions, useRecordForm } from './use-record-form.ts';

interface ReasonValues {
  readonly reason: string;
}

interface ReasonFields {
  readonly reason: {
    readonly label: string;
    readonly missing: string;
    readonly rule: Rule<string>;
  };
}

/** A form whose only field is a required reason. */
export function useReasonForm<Saved>({
  rule,
  ...options
}: Omit<RecordFormOptions<ReasonValues, Saved, ReasonFields, Saved>, 'fields' | 'toValues'> & {
  readonly rule: Rule<string>;
}) {
  return useRecordForm<ReasonValues, Saved, ReasonFields>({
    ...options,
    fields: { reason: { label: 'Motivo', missing: 'Escribe el motivo.', rule } },
    toValues: () => ({ reason: '' }),
  });
}
