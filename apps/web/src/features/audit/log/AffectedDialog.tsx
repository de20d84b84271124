import { Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import type { AffectedPerson, AuditRow } from '@simiente/contract/audit/calls';
import { readWallTime } from '@simiente/contract/common/wall-time';
import { formatClinicTime } from '@simiente/contract/format/dates';
import { useState } from 'react';
import { type api, queries, useAnswer } from '../../../lib/api/client.ts';
import { pluralize } from '../../../lib/format/numbers.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { DateField, TimeField } from '../../../ui/dates/DateField.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { FormGrid } from '../../../ui/form/FormSection.tsx';
import { LoadError } from '../../../ui/page/EmptyState.tsx';
import { ExportLine } from '../../list-exports/public.ts';
import { useClinicTimeZone } from '../../session/public.ts';

type Filter = Parameters<typeof api.audit.affected>[0];

const EMPTY_FORM = {
  idStaff: '',
  fromDay: '',
  fromTime: '00:00',
  toDay: '',
  toTime: '23:59',
  address: '',
};

interface AffectedDialogProps {
  /** A row of the audit, to limit the list to its session. */
  session?: Pick<AuditRow, 'at' | 'idActor' | 'idSession'>;
  onClose: () => void;
}

/** 'Personas afectadas': persons whose data an account or a session read or exported. */
export default function AffectedDialog({ session, onClose }: AffectedDialogProps) {
  return (
    <Modal opened onClose={onClose} title="Personas afectadas" size={640}>
      {session ? <AffectedPersons filter={toSessionFilter(session)} /> : <AffectedForm />}
    </Modal>
  );
}

/** Longer than a session can last. */
const SESSION_LIMIT_MS = 31 * 24 * 3_600_000;

/** The whole session of an audit row. */
function toSessionFilter({
  at,
  idActor,
  idSession,
}: Pick<AuditRow, 'at' | 'idActor' | 'idSession'>) {
  const shift = (offset: number) => new Date(Date.parse(at) + offset).toISOString();
  return {
    idStaff: idActor ?? '',
    idSession: idSession ?? '',
    from: shift(-SESSION_LIMIT_MS),
    to: shift(SESSION_LIMIT_MS),
  };
}

function AffectedForm() {
  const timeZone = useClinicTimeZone();
  const [typed, setTyped] = useState(EMPTY_FORM);
  const [error, setError] = useState<string>();
  const [filter, setFilter] = useState<Filter>();
  const edit = (change: Partial<typeof EMPTY_FORM>) => setTyped({ ...typed, ...change });
  const actors = useAnswer(queries.audit.actors, { input: {}, select: ({ actors }) => actors });

  function search() {
    const from = readWallTime({ date: typed.fromDay, time: typed.fromTime }, timeZone);
    const to = readWallTime({ date: typed.toDay, time: typed.toTime }, timeZone);
    if (typed.idStaff === '' || !('instant' in from) || !('instant' in to)) {
      setError('Elige la cuenta y escribe desde cuándo y hasta cuándo.');
      return;
    }
    if (to.instant <= from.instant) {
      setError('El momento final debe ser posterior al inicial.');
      return;
    }
    setError(undefined);
    const address = typed.address.trim();
    setFilter({
      idStaff: typed.idStaff,
      from: from.instant,
      // The final minute counts.
      to: new Date(Date.parse(to.instant) + 60_000).toISOString(),
      ...(address !== '' && { address }),
    });
  }

  return (
    <>
      <Form onSubmit={search}>
        <Stack gap="sm">
          <Text size="sm">
            Pacientes y prospectos cuyos datos una cuenta consultó o exportó, para avisarles de un
            incidente. Para una sola sesión, abre uno de sus registros en la auditoría.
          </Text>
          <Select
            label="Cuenta"
            searchable
            data-autofocus
            data={(actors.data ?? []).map(({ idStaff, name, email }) => ({
              value: idStaff,
              label: `${name} (${email})`,
            }))}
            value={typed.idStaff || null}
            onChange={(idStaff) => edit({ idStaff: idStaff ?? '' })}
          />
          <FormGrid columns={2}>
            <DateField
              label="Desde el"
              value={typed.fromDay}
              onChange={(fromDay) => edit({ fromDay })}
            />
            <TimeField
              label="Hora inicial"
              value={typed.fromTime}
              onChange={(fromTime) => edit({ fromTime })}
            />
            <DateField label="Hasta el" value={typed.toDay} onChange={(toDay) => edit({ toDay })} />
            <TimeField
              label="Hora final"
              value={typed.toTime}
              onChange={(toTime) => edit({ toTime })}
            />
          </FormGrid>
          <TextInput
            label="Dirección (opcional)"
            description="La dirección IP que muestra la auditoría."
            value={typed.address}
            maxLength={100}
            onChange={({ currentTarget }) => edit({ address: currentTarget.value })}
          />
          {error !== undefined && (
            <Text size="sm" c="red" role="alert">
              {error}
            </Text>
          )}
          <Group justify="flex-end">
            <Button type="submit">Buscar</Button>
          </Group>
        </Stack>
      </Form>
      {filter && <AffectedPersons filter={filter} />}
    </>
  );
}

function AffectedPersons({ filter }: { filter: Filter }) {
  const timeZone = useClinicTimeZone();
  const query = useAnswer(queries.audit.affected, { input: filter });
  if (query.isError) return <LoadError title="No se pudo cargar la lista" queries={[query]} />;
  if (query.data === undefined) return <Text size="sm">Buscando…</Text>;
  const { persons, total } = query.data;
  const count = pluralize(total, ['persona', 'personas']);
  const describe = ({ kind, email, phone, isDeleted, lastAt }: AffectedPerson) =>
    [
      kind === 'prospect' && 'Prospecto',
      isDeleted && 'Eliminado',
      email,
      phone,
      formatClinicTime(lastAt, timeZone),
    ]
      .filter(Boolean)
      .join(' · ');
  return (
    <Stack gap="xs" mt="md" role="status">
      <ExportLine
        request={{ list: 'affected', filters: filter }}
        fileContent={count}
        isEmpty={total === 0}
      >
        {total === 0 ? 'Nadie en ese periodo' : count}
      </ExportLine>
      <ul>
        {persons.map((person) => (
          <li key={person.id}>
            <Text size="sm" component="span" fw={600}>
              {person.name}
            </Text>{' '}
            <Text size="sm" component="span">
              {describe(person)}
            </Text>
          </li>
        ))}
      </ul>
      {persons.length < total && (
        <Text size="sm">{`Se muestran ${persons.length}; el archivo las incluye a todas.`}</Text>
      )}
    </Stack>
  );
}
