import { ActionIcon, Skeleton, VisuallyHidden } from '@mantine/core';
import type { Prospect, ProspectPage } from '@simiente/contract/prospects/calls';
import {
  type ProspectGroup,
  type ProspectStatus,
  prospectGroups,
} from '@simiente/contract/prospects/filters';
import { IconPencil } from '@tabler/icons-react';
import { skipToken, useIsMutating, useQuery } from '@tanstack/react-query';
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type Ref,
  type RefCallback,
  type RefObject,
  type UIEvent,
  useCallback,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { formatCount } from '../../../lib/format/numbers.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { focusFallback } from '../../../ui/focus.ts';
import { LoadError } from '../../../ui/page/EmptyState.tsx';
import { ToneDot } from '../../../ui/status/StatusPill.tsx';
import { useDelayed } from '../../../ui/table/use-delayed.ts';
import { type LoadedList, useListPages } from '../../records/public.ts';
import { useCan } from '../../session/public.ts';
import { StartedConversion } from '../panel/ConvertModal.tsx';
import { columnPages, prospectList, recentlyMovedKey } from '../prospect-cache.ts';
import { ProspectDate, prospectStatus } from '../prospect-status.tsx';
import {
  arrangeCards,
  isGone,
  type KeyboardMove,
  type LoadedColumn,
  mapGroups,
} from './arrange.ts';
import boardColumnClasses from './BoardColumn.module.css';
import skeletonClasses from './CardSkeletons.module.css';
import cardClasses from './ProspectCard.module.css';
import classes from './ProspectsBoard.module.css';
import { useCardDrag } from './use-card-drag.ts';
import { useCardKeys } from './use-card-keys.ts';
import { movingKey, useMoveProspect } from './use-move-prospect.ts';

const NO_CARDS: readonly Prospect[] = [];

/** The loaded pages of every column under the search, and the cards in them. */
function useBoardColumns(search: string, keyboardMove: KeyboardMove | null) {
  const loaded = {
    pending: useListPages(prospectList, columnPages('pending', search)),
    contacted: useListPages(prospectList, columnPages('contacted', search)),
    converted: useListPages(prospectList, columnPages('converted', search)),
    rejected: useListPages(prospectList, columnPages('rejected', search)),
    none: useListPages(prospectList, columnPages('none', search)),
  };
  const isMoving = useIsMutating({ mutationKey: movingKey }) > 0;
  const listed = mapGroups((group) => toLoadedColumn(loaded[group]));
  const recentlyMoved = useRecentlyMoved(search).filter(
    (card) => isMoving || !isGone(card, listed),
  );
  const lists = mapGroups((group) => loaded[group].rows);
  return { loaded, cards: arrangeCards(lists, recentlyMoved, keyboardMove) };
}

/** `isComplete` is unknown while a list loads or after a failure, because the list may lack cards moved just before. */
function toLoadedColumn({ query, rows }: LoadedList<ProspectPage, Prospect>): LoadedColumn {
  const isSettled = query.isSuccess && !query.isFetching;
  return { rows, isComplete: isSettled ? !query.hasNextPage : undefined };
}

/** The cards that the user moved on this board, until the user leaves the board or searches. */
function useRecentlyMoved(search: string): readonly Prospect[] {
  const { data = NO_CARDS } = useQuery<readonly Prospect[]>({
    queryKey: [...recentlyMovedKey, search],
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    // Forgotten when the board is left.
    gcTime: 0,
  });
  return data;
}

const CARD_HINT_ID = 'prospect-card-hint';

const MOVE_KEYS: ReadonlySet<string> = new Set(['ArrowLeft', 'ArrowRight']);

interface ProspectsBoardProps {
  search: string;
  openId: string | undefined;
  onOpen: (idProspect: string) => void;
  onEdit: (prospect: Prospect) => void;
}

/** A column for each status; cards are moved with the pointer or the arrow keys. */
export default function ProspectsBoard({ search, openId, onOpen, onEdit }: ProspectsBoardProps) {
  const board = useRef<HTMLDivElement>(null);
  const ghost = useRef<HTMLDivElement>(null);
  const [announcement, announce] = useState('');
  const [activeId, setActiveId] = useState<string>();
  const move = useMoveProspect({ announce });
  const mayEdit = useCan()('directory.edit');
  const [converting, setConverting] = useState<KeyboardMove | null>(null);
  /** 'Convertido' needs a patient, so a prospect without one is converted first. */
  async function onDrop(prospect: Prospect, status: ProspectStatus) {
    if (status === 'converted' && prospect.patient === null)
      setConverting({ prospect, to: status });
    else await move(prospect, status);
  }
  const { dragged, begin } = useCardDrag({ board, ghost, onDrop });
  const { keyboardMove, press } = useCardKeys({ onDrop, onOpen, onStep: step, announce });
  // During a conversion, the card stays in the column of the drop.
  const pendingMove = keyboardMove ?? converting;
  const { loaded, cards } = useBoardColumns(search, pendingMove);
  const rememberFocus = useFocusOnMoved(board);

  const columns = prospectGroups.map((group) => loaded[group]);
  if (columns.some(({ query, newest }) => query.isError && newest === undefined)) {
    const failed = columns.map(({ query }) => query).filter(({ isError }) => isError);
    return (
      <div className={classes.failure}>
        <LoadError title="Error: Error al cargar los prospectos" queries={failed} />
      </div>
    );
  }

  function step(idProspect: string, key: string) {
    const column = prospectGroups
      .map((group) => cards[group])
      .find((all) => all.some((card) => card.idProspect === idProspect));
    const index = column?.findIndex((card) => card.idProspect === idProspect) ?? -1;
    const last = (column?.length ?? 0) - 1;
    const next = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: last }[key] ?? index;
    const target = column?.[Math.min(Math.max(next, 0), last)];
    if (target) cardElement(board.current, target.idProspect)?.focus();
  }

  return (
    <>
      <VisuallyHidden aria-live="assertive">{announcement}</VisuallyHidden>
      <VisuallyHidden id={CARD_HINT_ID}>
        Enter abre los detalles.
        {mayEdit &&
          ' Las flechas izquierda y derecha cambian el estado y Escape lo deja como estaba.'}
      </VisuallyHidden>
      <div
        ref={board}
        className={classes.board}
        data-dragging={dragged !== null || undefined}
        {...focusFallback}
      >
        {prospectGroups.map((group) => (
          <BoardColumn
            key={group}
            group={group}
            loaded={loaded[group]}
            isTarget={dragged?.over === group || keyboardMove?.to === group}
            hasGap={dragged?.over === group && !cards[group].includes(dragged.prospect)}
            isEmpty={cards[group].length === 0}
          >
            {cards[group].map((prospect) => (
              <ProspectCard
                key={prospect.idProspect}
                ref={rememberFocus}
                prospect={prospect}
                isTabStop={prospect.idProspect === findTabStop(cards[group], activeId)}
                isOpen={prospect.idProspect === openId}
                isDragged={prospect.idProspect === dragged?.prospect.idProspect}
                isMoving={prospect.idProspect === keyboardMove?.prospect.idProspect}
                onOpen={() => onOpen(prospect.idProspect)}
                onEdit={mayEdit ? () => onEdit(prospect) : undefined}
                onFocus={() => setActiveId(prospect.idProspect)}
                onKeyDown={(event) => {
                  if (mayEdit || !MOVE_KEYS.has(event.key)) press(event, prospect);
                }}
                onPointerDown={(event) => mayEdit && begin(event, prospect)}
              />
            ))}
          </BoardColumn>
        ))}
      </div>
      {converting && (
        <StartedConversion
          key={converting.prospect.idProspect}
          prospect={converting.prospect}
          onClosed={(isConverted) => {
            setConverting(null);
            if (isConverted) return;
            const { name, status } = converting.prospect;
            announce(`${name} sigue en ${prospectStatus(status).label}.`);
          }}
        />
      )}
      {dragged && (
        <div ref={ghost} className={cardClasses.ghost} style={{ width: dragged.width }} aria-hidden>
          <CardWords prospect={dragged.prospect} />
        </div>
      )}
    </>
  );
}

/** Each column has one card in the tab order: the card focused last, or else its first card. */
function findTabStop(cards: readonly Prospect[], activeId: string | undefined): string | undefined {
  return (cards.find(({ idProspect }) => idProspect === activeId) ?? cards[0])?.idProspect;
}

function cardElement(board: HTMLElement | null, idProspect: string): HTMLElement | null {
  return board?.querySelector(`[data-row-id="${CSS.escape(idProspect)}"]`) ?? null;
}

/** A card in another column is a new element, so the focus must move to it. @returns a ref of each card */
function useFocusOnMoved(board: RefObject<HTMLElement | null>): RefCallback<HTMLElement> {
  const lost = useRef<string>(undefined);
  useLayoutEffect(() => {
    const card = lost.current === undefined ? null : cardElement(board.current, lost.current);
    if (card === null) return;
    lost.current = undefined;
    if (document.activeElement === document.body) card.focus();
  });
  return useCallback((card) => {
    return () => {
      if (card?.contains(document.activeElement)) lost.current = card.dataset.rowId;
    };
  }, []);
}

/** Pixels before the end of a column at which its next page is requested. */
const LOAD_DISTANCE = 300;

interface BoardColumnProps {
  group: ProspectGroup;
  loaded: LoadedList<ProspectPage, Prospect>;
  /** Whether a moved card would be dropped in this column. */
  isTarget: boolean;
  /** Whether the column shows the gap in which the dragged card would be dropped. */
  hasGap: boolean;
  isEmpty: boolean;
  children: ReactNode;
}

/** A status with its cards; scrolling loads more. */
function BoardColumn({ group, loaded, children, ...state }: BoardColumnProps) {
  const { query, newest } = loaded;
  const { tone, label } = prospectStatus(group);
  const titleId = useId();
  const canLoad = query.hasNextPage && !query.isFetchingNextPage;

  function loadAhead({ currentTarget: list }: UIEvent<HTMLElement>) {
    const isNear = list.scrollHeight - list.scrollTop - list.clientHeight < LOAD_DISTANCE;
    // After a failure, only the button requests the next page.
    if (isNear && canLoad && !query.isFetchNextPageError) void query.fetchNextPage();
  }

  return (
    <section
      className={boardColumnClasses.column}
      data-column={group}
      data-target={state.isTarget || undefined}
      aria-labelledby={titleId}
      aria-busy={query.isPending || undefined}
    >
      <header className={boardColumnClasses.header}>
        <ToneDot tone={tone} />
        <h2 id={titleId} className={boardColumnClasses.title}>
          {label}
        </h2>
        <span className={boardColumnClasses.count}>
          {newest && formatCount(newest.counts[group])}
        </span>
      </header>
      <div className={boardColumnClasses.scroll} onScroll={loadAhead}>
        {state.hasGap && <div className={boardColumnClasses.gap} aria-hidden />}
        <ul className={boardColumnClasses.cards}>{children}</ul>
        {query.isPending && <CardSkeletons />}
        {!query.isPending && state.isEmpty && !state.hasGap && (
          <p className={boardColumnClasses.note}>Sin prospectos</p>
        )}
        {query.isFetchNextPageError && (
          <p className={boardColumnClasses.failure} role="alert">
            {query.error.message}
          </p>
        )}
        {query.hasNextPage && (
          <Button
            kind="default"
            fullWidth
            loading={query.isFetchingNextPage}
            aria-label={`Cargar más de ${label}`}
            onClick={() => void query.fetchNextPage()}
          >
            Cargar más
          </Button>
        )}
      </div>
    </section>
  );
}

interface ProspectCardProps {
  ref: Ref<HTMLLIElement>;
  prospect: Prospect;
  isTabStop: boolean;
  isOpen: boolean;
  isDragged: boolean;
  isMoving: boolean;
  onOpen: () => void;
  onEdit: (() => void) | undefined;
  onFocus: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
}

/** A prospect on the board. The card can be dragged; Enter or a click opens the panel. */
function ProspectCard({ prospect, isTabStop, ref, ...props }: ProspectCardProps) {
  function open(event: MouseEvent) {
    if (!(event.target as Element).closest('button')) props.onOpen();
  }

  return (
    <li
      ref={ref}
      className={cardClasses.card}
      data-row-id={prospect.idProspect}
      data-open={props.isOpen || undefined}
      data-taken={props.isDragged || undefined}
      data-moving={props.isMoving || undefined}
      aria-describedby={CARD_HINT_ID}
      tabIndex={isTabStop ? 0 : -1}
      onClick={open}
      onFocus={props.onFocus}
      onKeyDown={props.onKeyDown}
      onPointerDown={props.onPointerDown}
    >
      <CardWords prospect={prospect} />
      {props.onEdit && (
        <ActionIcon
          className={cardClasses.edit}
          size={28}
          aria-label={`Editar a ${prospect.name}`}
          title="Editar"
          tabIndex={isTabStop ? 0 : -1}
          onClick={props.onEdit}
        >
          <IconPencil size={16} stroke={1.7} aria-hidden />
        </ActionIcon>
      )}
    </li>
  );
}

function CardWords({ prospect: { name, motivo, createDate } }: { prospect: Prospect }) {
  return (
    <>
      <p className={cardClasses.name}>{name}</p>
      <p className={cardClasses.motivo}>{motivo || '—'}</p>
      <p className={cardClasses.date}>
        <ProspectDate value={createDate} />
      </p>
    </>
  );
}

const SKELETON_KEYS = ['first', 'second', 'third'];

/** Placeholders in the final geometry while the first cards of a column load. */
function CardSkeletons() {
  const isShown = useDelayed(true);
  if (!isShown) return null;
  return (
    <>
      <p className={skeletonClasses.word}>Cargando...</p>
      {SKELETON_KEYS.map((key) => (
        <div key={key} className={skeletonClasses.card} aria-hidden>
          <Skeleton height={12} width="72%" />
          <Skeleton height={10} width="54%" />
          <Skeleton height={10} width="30%" />
        </div>
      ))}
    </>
  );
}
