import { Checkbox, Modal, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, cache, queries } from '../../lib/api/client.ts';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { FormActions } from '../../ui/form/FormPage.tsx';
import { LoadError } from '../../ui/page/EmptyState.tsx';
import { FormAlert } from '../../ui/page/FormAlert.tsx';
import { notifySuccess } from '../../ui/toasts/notify.tsx';
import { May } from '../session/public.ts';

/** The event types of Calendly that are prescriptions. */
export function EventTypesButton() {
  const [opened, dialog] = useDisclosure(false);
  return (
    <May act="clinic.manage">
      <LockButton kind="default" aria-haspopup="dialog" onClick={dialog.open}>
        Tipos de evento
      </LockButton>
      <Modal opened={opened} onClose={dialog.close} title="Tipos de evento de Calendly" size={520}>
        {opened && <EventTypes onDone={dialog.close} />}
      </Modal>
    </May>
  );
}

function EventTypes({ onDone }: { onDone: () => void }) {
  const query = useQuery({
    ...queries.clinic.settings.queryOptions({ input: {}, select: ({ data }) => data }),
    staleTime: 0,
  });
  const [chosen, setChosen] = useState<string[]>();
  const settings = query.data;
  const types = [
    ...new Set([...(settings?.knownTypes ?? []), ...(settings?.visitTypes ?? [])]),
  ].toSorted((one, other) => one.localeCompare(other, 'es'));
  const prescriptions = chosen ?? types.filter((type) => !settings?.visitTypes.includes(type));
  const saving = useMutation({
    mutationFn: () =>
      api.clinic.update({
        visitTypes: types.filter((type) => !prescriptions.includes(type)),
        ...(settings && { version: settings.version }),
      }),
    onSuccess: () => {
      void cache.invalidateQueries();
      notifySuccess('Tipos de evento guardados');
      onDone();
    },
    onError: () => void query.refetch(),
  });
  if (settings === undefined) {
    return <LoadError title="No se pudieron cargar los tipos de evento" queries={[query]} />;
  }
  if (types.length === 0) {
    return (
      <p>Aún no hay citas de Calendly. Aquí elegirás cuáles de tus tipos de evento son recetas.</p>
    );
  }
  return (
    <Stack gap="md">
      <Checkbox.Group
        label="Son validaciones de receta"
        description="Los demás son citas médicas de su anfitrión. El cambio se aplica a las citas próximas."
        value={prescriptions}
        onChange={setChosen}
      >
        <Stack gap="sm" mt="sm">
          {types.map((type) => (
            <Checkbox key={type} value={type} label={type} />
          ))}
        </Stack>
      </Checkbox.Group>
      <FormAlert message={saving.error?.message} />
      <FormActions onCancel={onDone}>
        <LockButton loading={saving.isPending} onClick={() => saving.mutate()}>
          Guardar
        </LockButton>
      </FormActions>
    </Stack>
  );
}
