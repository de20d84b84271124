import { Textarea } from '@mantine/core';
import { type Prospect, prospect as prospectSchema } from '@simiente/contract/prospects/calls';
import { LONGEST_NOTES, prospectFields } from '@simiente/contract/prospects/fields';
import { prospectGroup } from '@simiente/contract/prospects/filters';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/client.ts';
import { ApiFailure } from '../../lib/api/failure.ts';
import { ToneSelect } from '../../ui/status/ToneSelect.tsx';
import { notifySuccess } from '../../ui/toasts/notify.tsx';
import {
  defineFields,
  type FormRequest,
  type RecordForm,
  useRecordForm,
} from '../record-form/public.ts';
import { ProspectPill } from './ProspectPill.tsx';
import { NO_ID, refreshProspects, replaceProspect, updateFailure } from './prospect-cache.ts';
import { statusChoice, statusOptionsWith } from './prospect-status.ts';

interface ProspectValues {
  readonly status: string | null;
  readonly notes: string;
}

export type ProspectForm = RecordForm<ProspectValues, Prospect>;
export type ProspectRequest = FormRequest<ProspectValues, Prospect>;

const isOther = (status: string | null) => prospectGroup(status) === 'none';

const fields = defineFields<ProspectValues, Prospect>()({
  status: {
    label: 'Estado',
    // An unknown status stays unless the user chooses another one.
    read: (status, base) => (isOther(status) && status === base?.status ? undefined : status),
    rule: prospectFields.status.optional(),
    show: (status) => <ProspectPill status={status} />,
  },
  notes: { label: 'Notas', rule: prospectFields.notes },
});

function toValues(prospect: Prospect | null): ProspectValues {
  return { status: prospect?.status ?? null, notes: prospect?.notes ?? '' };
}

/** The form of a prospect without a status begins with its default. */
export function requestEdit(prospect: Prospect): ProspectRequest {
  return { record: prospect, start: { status: statusChoice(prospect.status) } };
}

interface ProspectFormOptions {
  /** Name of the draft that is recovered after the end of a session. */
  name: string;
  requested: ProspectRequest | null;
}

/** The edit of a prospect's status and notes, in the panel and in the modal. */
export function useProspectForm({ name, requested }: ProspectFormOptions): ProspectForm {
  const cache = useQueryClient();
  return useRecordForm({
    name,
    fields,
    toValues,
    requested,
    record: prospectSchema,
    sendsWhole: true,
    save: async ({ base, written: { status, notes }, key }) => {
      // An answer may have a prospect without one.
      if (!base?.idProspect) throw new ApiFailure('NOT_FOUND', NO_ID);
      const { idProspect, version } = base;
      const answer = await api.prospects.updateStatus(
        {
          idProspect,
          version,
          ...(status !== undefined && { status }),
          ...(notes !== '' && { notas: notes }),
        },
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
      options={statusOptionsWith(form.base?.status ?? null)}
      value={statusChoice(form.values.status)}
      onChange={(status) => form.edit({ status })}
    />
  );
}

/** Labelled by the panel's heading, or with a label above it. */
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
