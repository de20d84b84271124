import { Textarea } from '@mantine/core';
import { LONGEST_NOTES } from '@simiente/contract/prospects';
import { FormAlert } from '../../ui/page/FormAlert.tsx';
import { ToneSelect } from '../../ui/status/ToneSelect.tsx';
import classes from './ProspectFields.module.css';
import { statusChoice, statusOptions } from './prospect-status.ts';
import { updateFailure } from './save-prospect.ts';
import type { ProspectEdit } from './use-prospect-edit.ts';

/** What the panel and the modal say above their fields: what came back, and why nothing was saved. */
export function EditMessages({ edit }: { edit: ProspectEdit }) {
  const failure = edit.error && updateFailure(edit.error);
  return (
    <div className={classes.messages}>
      {edit.isRecovered && (
        <p className={classes.recovered} role="status">
          Recuperamos lo que habías escrito cuando terminó tu sesión.
        </p>
      )}
      <FormAlert message={failure?.title}>{failure?.detail}</FormAlert>
    </div>
  );
}

export function StatusField({ edit }: { edit: ProspectEdit }) {
  return (
    <ToneSelect
      label="Estado"
      data-autofocus
      options={statusOptions}
      value={edit.draft?.status ?? ''}
      readOnly={edit.isSaving}
      onChange={(status) => edit.change({ status: statusChoice(status) })}
    />
  );
}

/** Its label is the panel's own heading, or stands above it. */
export function NotesField({ edit, isLabelled }: { edit: ProspectEdit; isLabelled: boolean }) {
  return (
    <Textarea
      {...(isLabelled ? { label: 'Notas' } : { 'aria-label': 'Notas' })}
      autosize
      minRows={4}
      maxRows={12}
      maxLength={LONGEST_NOTES}
      value={edit.draft?.notes ?? ''}
      readOnly={edit.isSaving}
      onChange={(event) => edit.change({ notes: event.currentTarget.value })}
    />
  );
}
