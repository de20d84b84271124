import { Textarea } from '@mantine/core';
import {
  LONGEST_NOTES,
  type Prospect,
  prospectFields,
  prospect as prospectSchema,
} from '@simiente/contract/prospects';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/client.ts';
import { ApiFailure } from '../../lib/api/failure.ts';
import { ToneSelect } from '../../ui/status/ToneSelect.tsx';
import { notifySuccess } from '../../ui/toasts/notify.tsx';
import {
  type FormRequest,
  fieldsOf,
  type RecordForm,
  useRecordForm,
} from '../record-form/public.ts';
import { ProspectPill } from './ProspectPill.tsx';
import { refreshProspects, replaceProspect } from './prospect-cache.ts';
import { NO_ID, updateFailure } from './prospect-failure.ts';
import { statusChoice, statusOptions } from './prospect-status.ts';

interface ProspectValues {
  readonly status: string | null;
  readonly notes: string;
}

export type ProspectForm = RecordForm<ProspectValues, Prospect>;
export type ProspectRequest = FormRequest<ProspectValues, Prospect>;

const fields = fieldsOf<ProspectValues, Prospect>()({
  status: {
    label: 'Estado',
    rule: prospectFields.status,
    show: (status) => <ProspectPill status={status} />,
  },
  notes: { label: 'Notas', rule: prospectFields.notes },
});

function valuesOf(prospect: Prospect | null): ProspectValues {
  return { status: prospect?.status ?? null, notes: prospect?.notes ?? '' };
}

/** A form cannot leave 'Sin estado': it begins with a status that can be saved. */
export function requestEdit(prospect: Prospect): ProspectRequest {
  return { record: prospect, start: { status: statusChoice(prospect.status) } };
}

interface ProspectFormOptions {
  /** Of the draft that is recovered after the end of a session. */
  name: string;
  requested: ProspectRequest | null;
}

/** The edit of a prospect's status and notes, in the panel and in the modal. */
export function useProspectForm({ name, requested }: ProspectFormOptions): ProspectForm {
  const cache = useQueryClient();
  return useRecordForm({
    name,
    fields,
    valuesOf,
    requested,
    record: prospectSchema,
    sendsWhole: true,
    save: async ({ base, written: { status, notes }, key }) => {
      // An answer may have a prospect without one.
      if (!base?.idProspect) throw new ApiFailure('NOT_FOUND', NO_ID);
      const { idProspect, version } = base;
      const answer = await api.prospects.updateStatus(
        { idProspect, version, status, ...(notes !== '' && { notas: notes }) },
        { context: { idempotencyKey: key } },
      );
      return answer.data.prospect;
    },
    show: async (saved) => {
      await replaceProspect(cache, saved);
      void refreshProspects(cache);
    },
    onDone: (saved) => saved && notifySuccess('Cambios guardados'),
    describeFailure: updateFailure,
  });
}

export function StatusField({ form }: { form: ProspectForm }) {
  return (
    <ToneSelect
      {...form.input('status')}
      data-autofocus
      options={statusOptions}
      value={statusChoice(form.values.status)}
      onChange={(status) => form.edit({ status })}
    />
  );
}

/** Its label is the panel's own heading, or stands above it. */
export function NotesField({ form, isLabelled }: { form: ProspectForm; isLabelled: boolean }) {
  const { label, ...input } = form.input('notes');
  return (
    <Textarea
      {...input}
      {...(isLabelled ? { label } : { 'aria-label': label })}
      autosize
      minRows={4}
      maxRows={12}
      maxLength={LONGEST_NOTES}
    />
  );
}
