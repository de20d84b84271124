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

export function byGroup<Value>(get: (group: ProspectGroup) => Value) {
  return Object.fromEntries(prospectGroups.map((group) => [group, get(group)])) as ByGroup<Value>;
}

/** A card that is being moved by the keyboard, with its current target. */
export interface KeyboardMove {
  readonly prospect: Prospect;
  readonly to: ProspectStatus;
}

/**
 * The cards of each column: those just moved by hand at the top, then the rest in list order. If a list has a
 * later version of a card than its move, the list's column is used.
 */
export function arrange(
  lists: Columns,
  placed: readonly Prospect[],
  keyboardMove: KeyboardMove | null,
): Columns {
  const listed = new Map(
    prospectGroups.flatMap((group) => lists[group].map((row) => [row.idProspect, row] as const)),
  );
  const onTop = placed.filter(
    ({ idProspect, version }) => (listed.get(idProspect)?.version ?? 0) <= version,
  );
  const away = new Set(onTop.map(({ idProspect }) => idProspect));
  if (keyboardMove) away.add(keyboardMove.prospect.idProspect);

  return byGroup((group) => [
    ...(keyboardMove?.to === group ? [keyboardMove.prospect] : []),
    ...onTop.filter(
      ({ idProspect, status }) =>
        prospectGroup(status) === group && idProspect !== keyboardMove?.prospect.idProspect,
    ),
    // A moved row stays in its old list until the server has answered.
    ...lists[group].filter(
      ({ idProspect, status }) => !away.has(idProspect) && prospectGroup(status) === group,
    ),
  ]);
}

/** A list of a status, and whether it is complete; undefined while unknown. */
export interface Listed {
  readonly rows: readonly Prospect[];
  readonly isWhole: boolean | undefined;
}

/**
 * Whether a card that was moved by hand is gone, for example deleted by a user: no list has it, although the list
 * of its status was loaded beyond its position.
 */
export function isGone(card: Prospect, lists: ByGroup<Listed>): boolean {
  const { rows, isWhole } = lists[prospectGroup(card.status)];
  if (isWhole === undefined) return false;
  const isListed = prospectGroups.some((group) =>
    lists[group].rows.some(({ idProspect }) => idProspect === card.idProspect),
  );
  // Newest first, followed by those without a date.
  const isReached = isWhole || getSortDate(card) > getSortDate(rows.at(-1));
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
