import { Modal } from '@mantine/core';
import { type ClinicSettings, clinicSettings } from '@simiente/contract/clinic/calls';
import { type ComponentType, useState } from 'react';
import { api, cache, queries, useAnswer } from '../../lib/api/client.ts';
import { LoadError } from '../../ui/page/EmptyState.tsx';
import { notifySuccess } from '../../ui/toasts/notify.tsx';
import { type FormFields, type Payload, useRecordForm } from '../record-form/public.ts';

export interface SettingsFormProps {
  settings: ClinicSettings;
  onClosed: () => void;
}

interface SettingsDialogProps {
  /** The form, which opens with the current settings. */
  Form: ComponentType<SettingsFormProps>;
  onClosed: () => void;
}

/** Loads the clinic's settings for a form that edits a part of them. */
export function SettingsDialog({ Form, onClosed }: SettingsDialogProps) {
  const query = useAnswer(queries.clinic.settings, { input: {}, staleTime: 0 });
  if (query.data && query.isFetchedAfterMount) {
    return <Form settings={query.data} onClosed={onClosed} />;
  }
  return (
    <Modal opened={query.isError} onClose={onClosed} title="Ajustes de la clínica" size={520}>
      <LoadError title="No se pudieron cargar los ajustes de la clínica" queries={[query]} />
    </Modal>
  );
}

type EditedSettings = Partial<Omit<ClinicSettings, 'version' | 'knownTypes'>>;

interface SettingsFormOptions<Values, Fields> {
  readonly settings: ClinicSettings;
  readonly fields: Fields & FormFields<Values, ClinicSettings>;
  readonly toValues?: (settings: ClinicSettings) => Values;
  readonly toSettings: (payload: Payload<Values, Fields>, base: ClinicSettings) => EditedSettings;
  /** Title of the toast. */
  readonly savedTitle: string;
  readonly onSaved?: (saved: ClinicSettings) => void;
}

/** The state of a form that edits a part of the clinic's settings. */
export function useSettingsForm<Values extends object, Fields>(
  options: SettingsFormOptions<Values, Fields>,
) {
  const { settings, fields, toValues, toSettings, savedTitle, onSaved } = options;
  const [requested] = useState(() => ({ record: settings }));
  return useRecordForm<Values, ClinicSettings, Fields>({
    fields,
    record: clinicSettings,
    ...(toValues && { toValues: (base: ClinicSettings | null) => toValues(base ?? settings) }),
    requested,
    sendsEveryField: true,
    save: async ({ base, payload }) => {
      const current = base ?? settings;
      const edit = { ...toSettings(payload, current), version: current.version };
      return (await api.clinic.update(edit)).data;
    },
    // Schedules, free times and agendas depend on the settings.
    show: () => void cache.invalidateQueries(),
    onDone: (saved) => {
      if (saved === null) return;
      notifySuccess(savedTitle);
      onSaved?.(saved);
    },
  });
}
