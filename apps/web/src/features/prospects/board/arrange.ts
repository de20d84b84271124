import { isInstant } from '@simiente/contract/common/dates';
import type { Prospect } from '@simiente/contract/prospects/calls';
import {
  type ProspectGroup,
  type ProspectStatus,
  prospectGroup,
  prospectGroups,
} from '@simiente/contract/prospects/filters';

export type Columns = ByGroup<readonly Prospect[]>;

type ByGroup<Value> = Readonly<Record<ProspectGroup, Value>>;

export function mapGroups<Value>(get: (group: ProspectGroup) => Value) {
  return Object.fromEntries(prospectGroups.map((group) => [group, get(group)])) as ByGroup<Value>;
}

/** A card that is being moved by the keyboard, with its current target. */
export interface KeyboardMove {
  readonly prospect: Prospect;
  readonly to: ProspectStatus;
}

/** The cards of each column, recently moved ones first, unless a list has a later version of the card. */
export function arrangeCards(
  lists: Columns,
  recentlyMoved: readonly Prospect[],
  keyboardMove: KeyboardMove | null,
): Columns {
  const listed = new Map(
    prospectGroups.flatMap((group) => lists[group].map((row) => [row.idProspect, row] as const)),
  );
  const movedCards = recentlyMoved.filter(
    ({ idProspect, version }) => (listed.get(idProspect)?.version ?? 0) <= version,
  );
  const movedIds = new Set(movedCards.map(({ idProspect }) => idProspect));
  if (keyboardMove) movedIds.add(keyboardMove.prospect.idProspect);

  return mapGroups((group) => [
    ...(keyboardMove?.to === group ? [keyboardMove.prospect] : []),
    ...movedCards.filter(
      ({ idProspect, status }) =>
        prospectGroup(status) === group && idProspect !== keyboardMove?.prospect.idProspect,
    ),
    // A moved row stays in its old list until the server has answered.
    ...lists[group].filter(
      ({ idProspect, status }) => !movedIds.has(idProspect) && prospectGroup(status) === group,
    ),
  ]);
}

export interface LoadedColumn {
  readonly rows: readonly Prospect[];
  /** Whether all pages are loaded; undefined while the list loads, or after a failure. */
  readonly isComplete: boolean | undefined;
}

/** Whether a moved card is gone, as after a deletion: no list has it, though its position is loaded. */
export function isGone(card: Prospect, lists: ByGroup<LoadedColumn>): boolean {
  const { rows, isComplete } = lists[prospectGroup(card.status)];
  if (isComplete === undefined) return false;
  const isListed = prospectGroups.some((group) =>
    lists[group].rows.some(({ idProspect }) => idProspect === card.idProspect),
  );
  // Lists have the newest cards first and cards without a date last.
  const isReached = isComplete || getSortDate(card) > getSortDate(rows.at(-1));
  return !isListed && isReached;
}

function getSortDate(card: Prospect | undefined): string {
  const date = card?.createDate ?? null;
  return isInstant(date) ? date : '';
}

/** The next column that accepts cards; undefined at the edge. */
export function neighbour(group: ProspectGroup, step: -1 | 1): ProspectStatus | undefined {
  const next = prospectGroups[prospectGroups.indexOf(group) + step];
  return next === undefined || next === 'none' ? undefined : next;
}
