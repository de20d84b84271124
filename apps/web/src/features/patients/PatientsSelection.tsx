import { useDisclosure } from '@mantine/hooks';
import type { PatientSummary } from '@simiente/contract/patients';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount } from '../../lib/format/numbers.ts';
import { ConfirmDelete } from '../../ui/page/ConfirmDelete.tsx';
import { SelectionBar, SelectionBarAction, SelectionBarTool } from '../../ui/page/SelectionBar.tsx';
import { ChangeStatus } from './ChangeStatus.tsx';
import { patientStatus } from './patient-status.ts';
import { useDeletePatients } from './use-delete-patients.ts';
import type { usePatients } from './use-patients.ts';

/** The most that one deletion takes, and so the most that may be selected at once. */
const LARGEST_SELECTION = 1000;

interface PatientsSelectionProps {
  selected: ReadonlySet<string>;
  onSelect: (ids: ReadonlySet<string>) => void;
  onClear: () => void;
  onEdit: (patient: PatientSummary) => void;
  list: ReturnType<typeof usePatients>;
}

/** The floating bar, and the question before anything is deleted. */
export function PatientsSelection(props: PatientsSelectionProps) {
  const { selected, onSelect, onClear, list } = props;
  const [asking, question] = useDisclosure(false);
  const deletion = useDeletePatients();
  // What is no longer in the list is not deleted unseen.
  const chosen = list.rows.filter(({ idUser }) => selected.has(idUser)).slice(0, LARGEST_SELECTION);
  const ids = chosen.map(({ idUser }) => idUser);

  function confirm() {
    question.close();
    deletion.mutate({ ids, key: crypto.randomUUID() });
    onClear();
  }

  return (
    <>
      <SelectionBar
        count={ids.length}
        onDelete={question.open}
        onClear={onClear}
        tools={<Tools chosen={chosen} onEdit={props.onEdit} />}
        extra={<SelectEverything selected={selected} onSelect={onSelect} list={list} />}
      />
      <ConfirmDelete
        opened={asking}
        count={ids.length}
        candidates={chosen.map(({ idUser, name, status }) => ({
          id: idUser,
          name,
          detail: patientStatus(status).tag,
        }))}
        onCancel={question.close}
        onConfirm={confirm}
      />
    </>
  );
}

interface ToolsProps {
  chosen: readonly PatientSummary[];
  onEdit: (patient: PatientSummary) => void;
}

/** What is done with who is selected; a form takes one at a time. */
function Tools({ chosen, onEdit }: ToolsProps) {
  const [only, ...others] = chosen;
  return (
    <>
      {only && others.length === 0 && (
        <SelectionBarTool
          icon={<IconPencil size={17} stroke={1.7} aria-hidden />}
          onClick={() => onEdit(only)}
        >
          Editar
        </SelectionBarTool>
      )}
      <ChangeStatus chosen={chosen} />
    </>
  );
}

/** Offered once all loaded rows are selected and there are more: loads them, up to a deletion's most. */
function SelectEverything({
  selected,
  onSelect,
  list,
}: Pick<PatientsSelectionProps, 'selected' | 'onSelect' | 'list'>) {
  const { query, rows, total = 0, totalIsCapped } = list;
  const [loading, setLoading] = useState(false);
  const isEveryRowSelected = rows.length > 0 && rows.every(({ idUser }) => selected.has(idUser));
  if (!isEveryRowSelected || !query.hasNextPage || rows.length >= LARGEST_SELECTION) return null;

  async function loadAndSelect() {
    setLoading(true);
    let loaded = rows;
    let more = true;
    while (more && loaded.length < LARGEST_SELECTION) {
      const { data, hasNextPage, isError } = await query.fetchNextPage();
      loaded = data?.pages.flatMap((page) => page.data.userData) ?? loaded;
      more = hasNextPage && !isError;
    }
    onSelect(new Set(loaded.slice(0, LARGEST_SELECTION).map(({ idUser }) => idUser)));
    setLoading(false);
  }

  const figure = formatCount(Math.min(total, LARGEST_SELECTION));
  const label =
    total > LARGEST_SELECTION || totalIsCapped
      ? `Seleccionar los primeros ${figure} resultados`
      : `Seleccionar los ${figure} resultados`;
  return (
    <SelectionBarAction onClick={() => !loading && void loadAndSelect()}>
      {loading ? 'Cargando...' : label}
    </SelectionBarAction>
  );
}
