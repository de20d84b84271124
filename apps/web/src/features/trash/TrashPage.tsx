import { trashTitles as titles } from '@simiente/contract/common/column-titles';
import {
  DAYS_IN_TRASH,
  includedWords,
  type TrashPage as Page,
  type TrashEntry,
  trashKindNames,
} from '@simiente/contract/trash/calls';
import { type TrashKind, trashKinds } from '@simiente/contract/trash/filters';
import {
  IconArrowBackUp,
  IconBuildingHospital,
  IconClipboardText,
  IconFileText,
  IconMapPin,
  type TablerIcon,
} from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import { api, cache, queries } from '../../lib/api/client.ts';
import { pluralize } from '../../lib/format/numbers.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { focusElement } from '../../ui/focus.ts';
import { ChoiceFilter, Toolbar } from '../../ui/list/FilterButton.tsx';
import { SelectionBar, SelectionBarTool } from '../../ui/list/SelectionBar.tsx';
import { DateText } from '../../ui/page/DateText.tsx';
import { IconTile } from '../../ui/status/IconTile.tsx';
import { PersonCell } from '../../ui/status/person.tsx';
import { CellLine } from '../../ui/table/CellLine.tsx';
import { toColumns } from '../../ui/table/table-types.ts';
import { notifyUndo, useToastMutation } from '../../ui/toasts/notify.tsx';
import {
  chosenRows,
  describeRestoreFailure,
  dropHiddenLists,
  type ListView,
  type LoadedList,
  listQuery,
  pageInput,
  type RecordList,
  RecordsPage,
  type RowLayout,
  SelectEverything,
  type Selection,
  useListPages,
  useListView,
  useUndo,
} from '../records/public.ts';
import { useCan, useClinicTimeZone } from '../session/public.ts';
import classes from './TrashPage.module.css';
import { kindWords, parseKind, type TrashSearch, trashSearch } from './trash-search.ts';

const trashList: RecordList<Page, TrashEntry> = {
  editCapability: 'trash.restore',
  listsKey: queries.trash.list.key(),
  getRows: (page) => page.entries,
  getId: (entry) => entry.id,
};

/** @returns a function from a page's cursor to the call's input; an export passes undefined */
function trashInput({ search, text }: ListView<TrashSearch>) {
  const kind = parseKind(search.tipo);
  return pageInput({ sort: search.orden, ...(kind !== undefined && { kind }) }, text);
}

/** /papelera: records that any user deleted in the last 30 days, with a way to restore them. */
export function TrashPage() {
  const view = useListView(trashSearch, useSearch({ from: '/_shell/_guarded/papelera' }));
  const loaded = useListPages(trashList, listQuery(queries.trash.list, trashInput(view)));
  const page = useRef<HTMLDivElement>(null);
  const timeZone = useClinicTimeZone();
  // A restored record also appears in the list of its kind.
  const refresh = () => cache.invalidateQueries();
  const undoRestore = useUndo(
    async (ids, options) => (await api.trash.delete({ idUsers: ids }, options)).data.deleted,
    refresh,
  );
  const restoring = useToastMutation('No se pudo restaurar', {
    describe: (error) => describeRestoreFailure(error, timeZone),
    offersRetry: true,
    mutationFn: ({ ids }: Restoration, options) => api.trash.restore({ ids }, options),
    onSuccess: ({ data: { restored } }, { ids, onRestored }) => {
      dropHiddenLists(trashList);
      notifyUndo(pluralize(restored, ['elemento restaurado', 'elementos restaurados']), {
        onUndo: undoRestore({
          ids,
          describe: (count) => pluralize(count, ['elemento eliminado', 'elementos eliminados']),
        }),
      });
      onRestored();
    },
    onSettled: refresh,
  });
  const restore = (entries: readonly TrashEntry[], onRestored: () => void) =>
    restoring.mutate({
      ids: entries.map(({ id }) => id),
      onRestored,
    });
  /** Records being restored. */
  const pending = restoring.isPending ? restoring.variables.ids : [];
  const mayRestore = useCan()('trash.restore');
  // The focused row is removed when its record is restored.
  const focusTitle = () => focusElement(page.current?.querySelector('h1') ?? null);
  const layout = trashLayout({
    ...(mayRestore && { onRestore: (entry: TrashEntry) => restore([entry], focusTitle) }),
    isPending: ({ id }: TrashEntry) => pending.includes(id),
  });

  return (
    <div ref={page}>
      <RecordsPage
        title="Papelera"
        file={{
          request: { list: 'trash', filters: trashInput(view)(undefined) },
          noun: ['elemento', 'elementos'],
        }}
        count={`Los registros eliminados se pueden restaurar durante ${DAYS_IN_TRASH} días.`}
        searchLabel="Buscar en la Papelera"
        layout={layout}
        loaded={loaded}
        view={view}
        failure="No se pudo cargar la Papelera"
        empty={`Lo que elimines aparecerá aquí durante ${DAYS_IN_TRASH} días.`}
        bar={(selection) => (
          <TrashSelection
            loaded={loaded}
            selection={selection}
            isBusy={pending.length > 0}
            onRestore={(entries) =>
              restore(entries, () => {
                selection.clear();
                focusTitle();
              })
            }
          />
        )}
      >
        <Toolbar>
          <ChoiceFilter
            label="Filtrar por tipo"
            choices={trashKinds}
            getName={(kind) => kindTitles[kind]}
            counts={loaded.newest?.counts ?? null}
            chosen={parseKind(view.search.tipo)}
            onChoose={(kind) => view.change({ tipo: kind && kindWords[kind] })}
          />
        </Toolbar>
      </RecordsPage>
    </div>
  );
}

const kindTitles: Readonly<Record<TrashKind, string>> = {
  patient: 'Pacientes',
  exam: 'Estudios',
  partner: 'Partners',
  branch: 'Sucursales',
  prospect: 'Prospectos',
  exam_order: 'Órdenes',
};

interface TrashSelectionProps {
  loaded: LoadedList<Page, TrashEntry>;
  selection: Selection;
  isBusy: boolean;
  onRestore: (entries: readonly TrashEntry[]) => void;
}

/** The floating bar over the trash: restores all selected records or none. */
function TrashSelection({ loaded, selection, isBusy, onRestore }: TrashSelectionProps) {
  const chosen = chosenRows({ list: trashList, loaded, selection });
  return (
    <SelectionBar
      count={chosen.length}
      onClear={selection.clear}
      extra={<SelectEverything list={trashList} loaded={loaded} selection={selection} />}
      tools={
        <SelectionBarTool icon={IconArrowBackUp} onClick={() => !isBusy && onRestore(chosen)}>
          {isBusy ? 'Restaurando…' : 'Restaurar'}
        </SelectionBarTool>
      }
    />
  );
}

interface Restoration {
  readonly ids: string[];
  readonly onRestored: () => void;
}

/** Entries with fewer days left are marked. */
const FEW_DAYS = 5;

/** The icons of records that are not persons; a person has an avatar. */
const icons: Partial<Record<TrashKind, TablerIcon>> = {
  exam: IconFileText,
  partner: IconBuildingHospital,
  branch: IconMapPin,
  exam_order: IconClipboardText,
};

interface Restoring {
  /** Absent for an account that may not restore. */
  onRestore?: (entry: TrashEntry) => void;
  isPending: (entry: TrashEntry) => boolean;
}

/** The line below the name: a distinguishing detail or a partner's branches, the included records, and the reason. */
function formatDetail(entry: TrashEntry): string | undefined {
  const { branches } = entry.included;
  const included = branches > 1 ? 'incluidas' : 'incluida';
  const reason = entry.reason && `Motivo: ${entry.reason}`;
  const facts =
    branches > 0 ? [`${includedWords(entry)} ${included}`] : [entry.detail, includedWords(entry)];
  return [...facts, reason].filter(Boolean).join(' · ') || undefined;
}

function Name({ entry }: { entry: TrashEntry }) {
  const icon = icons[entry.kind];
  const kind = trashKindNames[entry.kind];
  const detail = formatDetail(entry);
  return (
    <PersonCell
      name={entry.name}
      picture={icon && <IconTile icon={icon} />}
      detail={
        <span title={detail}>
          <span className={classes.kind}>{detail ? `${kind} · ` : kind}</span>
          {detail}
        </span>
      }
    />
  );
}

function DaysLeft({ daysLeft }: TrashEntry) {
  return (
    <span className={classes.days} data-few={daysLeft < FEW_DAYS || undefined}>
      {daysLeft}
    </span>
  );
}

function RestoreButton({ entry, onRestore, isPending }: Restoring & { entry: TrashEntry }) {
  if (!onRestore) return null;
  return (
    <Button
      kind="default"
      size="xs"
      icon={IconArrowBackUp}
      aria-label={`Restaurar ${entry.name}`}
      loading={isPending(entry)}
      onClick={() => onRestore(entry)}
    >
      Restaurar
    </Button>
  );
}

function trashLayout(restoring: Restoring): RowLayout<TrashEntry> {
  return {
    columns: toColumns<TrashEntry>(titles, {
      name: {
        sorts: 'asc',
        skeleton: 'person',
        cell: (entry) => <Name entry={entry} />,
      },
      kind: {
        sorts: 'asc',
        width: '11%',
        hideBelow: 'md',
        cell: ({ kind }) => trashKindNames[kind],
      },
      deletedBy: {
        sorts: 'asc',
        width: '15%',
        hideBelow: 'md',
        cell: ({ deletedBy }) => <CellLine text={deletedBy} />,
      },
      deletedAt: {
        sorts: 'desc',
        width: 'max(124px, 10vw)',
        cell: ({ deletedAt }) => <DateText value={deletedAt} />,
      },
      daysLeft: {
        sorts: 'asc',
        width: '140px',
        align: 'right',
        cell: (entry) => <DaysLeft {...entry} />,
      },
      restore: {
        width: '144px',
        align: 'right',
        cell: (entry) => <RestoreButton entry={entry} {...restoring} />,
      },
    }),
    mobileRow: (entry) => ({
      title: entry.name,
      aside: <RestoreButton entry={entry} {...restoring} />,
      facts: (
        <>
          {trashKindNames[entry.kind]} · <DateText value={entry.deletedAt} /> ·{' '}
          {entry.daysLeft === 1 ? 'queda 1 día' : `quedan ${entry.daysLeft} días`}
        </>
      ),
    }),
    getRowName: ({ name }) => name,
  };
}
